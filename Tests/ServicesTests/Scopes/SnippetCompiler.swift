import Foundation
import Testing

/// Compiles a file against the modules that this test was built with.
struct SnippetCompiler {
    private let modules: URL

    /// The compiler, or `nil` with a printed reason where the built modules can't be found. With SwiftPM on Linux they
    /// always can, so there it is a failure.
    static func forTests() throws -> SnippetCompiler? {
        if let modules = findModules() { return SnippetCompiler(modules: modules) }
        let reason = "Snippets are not compiled: no Services.swiftmodule beside \(places.map(\.path))."
        #if os(Linux)
        throw ModulesNotFound(description: reason)
        #else
        print(reason)
        return nil
        #endif
    }

    struct ModulesNotFound: Error, CustomStringConvertible {
        let description: String
    }

    static var snippets: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Snippets", directoryHint: .isDirectory)
    }

    /// What compiling one file gave.
    struct Outcome {
        let succeeded: Bool
        let output: String
        /// What the file's first line says that the compiler has to say.
        let expectedDiagnostic: String?

        /// The errors, one line each, without those that the output repeats beneath the source.
        var errors: [Substring] {
            output.split(separator: "\n").filter { $0.contains(".swift:") && $0.contains(": error: ") }
        }
    }

    func compile(_ name: String) async throws -> Outcome {
        let file = Self.snippets.appending(path: name)
        let firstLine = try String(contentsOf: file, encoding: .utf8).prefix { !$0.isNewline }
        let marker = "// The compiler says: "
        let (status, output) = try await run(
            Self.compiler + ["-typecheck", "-swift-version", "6", "-I", modules.path, file.path])
        return Outcome(
            succeeded: status == 0, output: output,
            expectedDiagnostic: firstLine.hasPrefix(marker) ? String(firstLine.dropFirst(marker.count)) : nil)
    }

    private static var compiler: [String] {
        #if os(Linux)
        ["/usr/bin/env", "swiftc"]
        #else
        ["/usr/bin/xcrun", "swiftc"]
        #endif
    }

    /// Where the build put the modules: above the test's own binary, in a folder `Modules` or at its side.
    private static func findModules() -> URL? {
        for place in places {
            var folder = place.deletingLastPathComponent()
            while folder.path.count > 1 {
                for candidate in [folder.appending(path: "Modules", directoryHint: .isDirectory), folder] {
                    let module = candidate.appending(path: "Services.swiftmodule")
                    if FileManager.default.fileExists(atPath: module.path) { return candidate }
                }
                folder.deleteLastPathComponent()
            }
        }
        return nil
    }

    /// The test's binary: on Linux the process is the test itself, on macOS a helper that is told where the bundle is.
    private static var places: [URL] {
        let arguments = ProcessInfo.processInfo.arguments
        let bundle = arguments.firstIndex(of: "--test-bundle-path").map { arguments.index(after: $0) }
        let paths = [bundle.flatMap { $0 < arguments.endIndex ? arguments[$0] : nil }, arguments.first]
        return paths.compactMap { $0.map { URL(filePath: $0).standardizedFileURL } } + [Bundle.main.bundleURL]
    }

    private func run(_ command: [String]) async throws -> (status: Int32, output: String) {
        let log = FileManager.default.temporaryDirectory.appending(path: "snippet-\(UUID().uuidString).log")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
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
