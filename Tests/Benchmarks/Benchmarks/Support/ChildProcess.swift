import Foundation

/// Programs that this one is compared with.
enum ChildProcess {
    /// Runs a program to its end, without its output; throws if it fails.
    static func run(_ path: String, _ arguments: [String]) async throws {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        guard process.terminationStatus == 0 else {
            throw BenchmarkFailure("\(path) ended with status \(process.terminationStatus)")
        }
    }

    /// A program that was built next to this one, or `nil`.
    static func sibling(_ name: String) -> String? {
        guard let folder = Bundle.main.executableURL?.deletingLastPathComponent() else { return nil }
        let path = folder.appending(path: name).path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    /// The path of `curl`, or `nil`.
    static var curl: String? {
        ["/usr/bin/curl", "/opt/homebrew/bin/curl", "/usr/local/bin/curl"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}
