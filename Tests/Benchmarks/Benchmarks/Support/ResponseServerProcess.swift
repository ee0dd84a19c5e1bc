import Foundation

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
