import Foundation
import Testing

/// A release build that makes an exception for a development host doesn't compile: held by compiling the folder `Trust`
/// itself, as a module of its own, together with a call of the exception. (A build's finished modules would say nothing: they
/// were compiled for debugging, and so have it.)
struct DevelopmentHostCompilationTests {
    @Test("an exception for a development host compiles in a debug build, and in no other")
    func exception() async throws {
        let debug = try await compile(with: ["-D", "DEBUG"])
        #expect(debug.status == 0, "\(debug.output)")

        let release = try await compile(with: [])
        #expect(release.status != 0)
        let errors = release.output.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(
            errors.count == 1 && errors[0].contains("has no member 'acceptAnyCertificate'"), "\(release.output)")
    }

    private func compile(with options: [String]) async throws -> (status: Int32, output: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trust-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let call = folder.appending(path: "Exception.swift")
        try Data(Self.call.utf8).write(to: call)
        let sources = try FileManager.default.contentsOfDirectory(at: Self.sources, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
        try #require(!sources.isEmpty)
        return try await run(
            Self.compiler + ["-typecheck", "-swift-version", "6", "-package-name", "strata", "-module-name", "Trust"]
                + options + sources.map(\.path) + [call.path],
            printingTo: folder.appending(path: "log"))
    }

    private static let call = """
        func openDoor() throws -> TrustPolicy {
            var trust = TrustPolicy()
            try trust.acceptAnyCertificate(ofDevelopmentHost: "localhost")
            return trust
        }
        """

    private static var sources: URL {
        (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            .appending(path: "Modules/Networking/Trust", directoryHint: .isDirectory)
    }

    private static var compiler: [String] {
        #if os(Linux)
        ["/usr/bin/env", "swiftc"]
        #else
        ["/usr/bin/xcrun", "swiftc"]
        #endif
    }

    private func run(_ command: [String], printingTo log: URL) async throws -> (status: Int32, output: String) {
        try Data().write(to: log)
        let handle = try FileHandle(forWritingTo: log)
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = handle
        process.standardError = handle
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        try handle.close()
        return (status, try String(contentsOf: log, encoding: .utf8))
    }
}
