import ArgumentParser
import Foundation
import Primitives
import Subprocess
import Testing

@testable import CommandLine

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A temporary folder and a server's address, in which tests run `strata` as a user does: one process for each command.
struct Workplace: Sendable {
    let folder: URL
    let backend: URL

    /// Provides a workplace for a server; by default for an address without one: port 9 (discard) of loopback, which no
    /// test opens.
    @discardableResult
    static func at<Value: Sendable>(
        _ address: String = "http://127.0.0.1:9", _ body: (Workplace) async throws -> Value
    ) async throws -> Value {
        let backend = try #require(URL(string: address))
        return try await TemporaryFolder.with { folder in try await body(Workplace(folder: folder, backend: backend)) }
    }

    /// Limits that only end a command that hangs: on a busy machine, a server in the test's own process may not respond
    /// within the app's default of 30 seconds. A test of a limit passes the option.
    static let patience = ["STRATA_TIMEOUT": "600", "STRATA_DEADLINE": "600"]

    var dataFolder: URL { folder.appending(path: "app") }

    func file(_ name: String, _ content: Data) throws -> String {
        let file = folder.appending(path: name)
        try content.write(to: file)
        return file.path
    }

    /// - Parameter mode: settings with profiles need 0600.
    func file(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
        let path = try file(name, Data(text.utf8))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    /// A settings file with one OAuth 2 profile, which only the owner can read unless `mode` says otherwise.
    func settings(
        profile name: String = "p", at url: String, tokens: String? = nil, client: String = "a", secret: String? = nil,
        refreshToken: String = "refresh-0", mode: Int = 0o600
    ) throws -> String {
        let profile: [String: String?] = [
            "base_url": url, "token_url": tokens ?? url + "/token", "client_id": client, "client_secret": secret,
            "refresh_token": refreshToken,
        ]
        let content = try JSONEncoder().encode(["profiles": [name: profile.compactMapValues(\.self)]])
        return try file("settings.json", String(decoding: content, as: UTF8.self), mode: mode)
    }

    /// Runs a command of the app in this workplace.
    ///
    /// - Parameter code: the exit code that the test requires; `nil` for any.
    @discardableResult
    func strata(
        _ arguments: String..., input: String = "", environment: [String: String] = [:], code: Int? = nil,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> Outcome {
        try await strata(arguments, input: input, environment: environment, code: code, at: location)
    }

    @discardableResult
    func strata(
        _ arguments: [String], input: String = "", environment: [String: String] = [:], code: Int? = nil,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> Outcome {
        let outcome = try await Self.strata(
            arguments + ["--data-dir", dataFolder.path], input: input,
            environment: ["STRATA_BASE_URL": backend.absoluteString].merging(environment) { _, asked in asked })
        if let code { #expect(outcome.code == code, "\(outcome)", sourceLocation: location) }
        return outcome
    }

    /// Runs `strata` with exactly these arguments.
    static func strata(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(Binaries.strata, arguments, input: input, environment: environment)
    }

    /// Runs one of the two programs.
    static func run(
        _ binary: URL, _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) async throws -> Outcome {
        let result = try await Subprocess.run(
            .path(FilePath(binary.path)), arguments: Arguments(arguments),
            environment: .inherit.updating(Self.variables(patience.merging(environment) { _, asked in asked })),
            input: .fileDescriptor(try Self.pipe(containing: input), closeAfterSpawningProcess: true),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        return Outcome(code: result.terminationStatus.code, output: result.standardOutput, errors: result.standardError)
    }

    /// The end of a pipe from which `text` can be read. Subprocess's own input ends the test process when a command ends
    /// without reading it (https://github.com/swiftlang/swift-subprocess/issues/367).
    private static func pipe(containing text: String) throws -> FileDescriptor {
        let bytes = Data(text.utf8)
        guard bytes.count <= 4096 else { throw Errno.messageTooLong }  // Every pipe takes this much without a reader.
        let (reader, writer) = try FileDescriptor.pipe()
        try writer.closeAfter { _ = try writer.writeAll(bytes) }
        return reader
    }

    static func variables(_ pairs: [String: String]) -> [Environment.Key: String?] {
        Dictionary(uniqueKeysWithValues: pairs.map { (Environment.Key(stringLiteral: $0), $1) })
    }
}

/// The result of a process. `code` is `nil` if a signal ended it.
struct Outcome: Sendable {
    let code: Int?
    let output: String
    let errors: String

    /// The JSON object of a result.
    func object(code expected: Int = 0) throws -> [String: Any] {
        #expect(code == expected, "\(errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }
}

extension TerminationStatus {
    /// The exit code; `nil` after a signal.
    var code: Int? { if case .exited(let code) = self { Int(code) } else { nil } }
}

/// The products that `swift build` puts beside the test bundle.
enum Binaries {
    static var strata: URL { folder.appending(path: "strata") }

    static var folder: URL {
        #if os(macOS)
        // The test bundle is beside the products. The process itself may be Xcode's runner.
        Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
            ?? Bundle.main.bundleURL
        #else
        Bundle.main.bundleURL
        #endif
    }
}

extension RunSettings {
    /// The settings of a command with these arguments and variables, and a settings file with this content.
    static func read(
        _ arguments: [String] = [], environment: [String: String] = [:], file: String? = nil
    ) async throws -> RunSettings {
        try await TemporaryFolder.with { folder in
            var arguments = arguments
            if let file {
                let settings = folder.appending(path: "settings.json")
                try Data(file.utf8).write(to: settings)
                arguments += ["--settings", settings.path]
            }
            // The settings file of the user who runs the tests must not be read.
            let environment = environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 }
            return try SettingsReader(options: try GlobalOptions.parse(arguments), environment: environment).read()
        }
    }
}
