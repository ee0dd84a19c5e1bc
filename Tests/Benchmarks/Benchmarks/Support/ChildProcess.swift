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

/// The `response-server` next to this program, as a child process.
struct ResponseServerProcess {
    let port: Int
    private let process: Process
    private let input: Pipe

    /// Starts the server and waits until it listens.
    init() throws {
        guard let folder = Bundle.main.executableURL?.deletingLastPathComponent() else {
            throw BenchmarkFailure("The path of this program is unknown.")
        }
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = folder.appending(path: "response-server")
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BenchmarkFailure("response-server printed \(line) instead of its port.")
        }
        (self.process, self.input, self.port) = (process, input, port)
    }

    /// Ends the server.
    func stop() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
