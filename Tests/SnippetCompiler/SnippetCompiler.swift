public import Foundation

/// Type-checks sources that no target has, for tests of what must not compile.
public struct SnippetCompiler: Sendable {
    private let options: [String]

    /// - Parameter options: for every call, such as the module's name or a compilation condition.
    public init(options: [String] = []) {
        self.options = options
    }

    /// A compiler with the modules of this test, or `nil` with a printed reason if they can't be
    /// found. With SwiftPM on Linux, missing modules are a failure.
    ///
    /// - Parameters:
    ///   - module: one of them.
    ///   - options: as for ``init(options:)``.
    public static func knowing(_ module: String, options: [String] = []) throws -> SnippetCompiler? {
        if let folder = BuiltModules.folder(of: module) {
            return SnippetCompiler(options: options + ["-I", folder.path])
        }
        let reason = "Snippets are not compiled: no \(module).swiftmodule beside \(BuiltModules.places.map(\.path))."
        #if os(Linux)
        throw ModulesNotFound(description: reason)
        #else
        print(reason)
        return nil
        #endif
    }

    /// The built modules are not in SwiftPM's folder.
    public struct ModulesNotFound: Error, CustomStringConvertible {
        public let description: String
    }

    /// The compiler's output.
    public struct Outcome: Sendable {
        public let succeeded: Bool
        public let output: String

        /// The errors, one line each, without those that the output repeats beneath the source.
        public var errors: [Substring] {
            output.split(separator: "\n").filter { $0.contains(".swift:") && $0.contains(": error: ") }
        }
    }

    /// Type-checks `files` together, as one module in Swift 6's mode.
    public func typecheck(_ files: [URL]) async throws -> Outcome {
        let command = Self.compiler + ["-typecheck", "-swift-version", "6"] + options + files.map(\.path)
        let (status, output) = try await run(command)
        return Outcome(succeeded: status == 0, output: output)
    }

    private static var compiler: [String] {
        #if os(Linux)
        ["/usr/bin/env", "swiftc"]
        #else
        ["/usr/bin/xcrun", "swiftc"]
        #endif
    }

    /// Written to a file, because a pipe would have to be read while the compiler runs.
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
