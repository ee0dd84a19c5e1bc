import Foundation

/// The `answerer` beside this program, as its child.
struct AnswererProcess {
    let port: Int
    private let process: Process
    private let input: Pipe

    /// Starts it and waits until it listens.
    init() throws {
        guard let folder = Bundle.main.executableURL?.deletingLastPathComponent() else {
            throw BenchmarkFailure("This program doesn't know where it is.")
        }
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = folder.appending(path: "answerer")
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BenchmarkFailure("The answerer said \(line) instead of its port.")
        }
        (self.process, self.input, self.port) = (process, input, port)
    }

    /// Ends it.
    func stop() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
