import Foundation

/// The server as the process that others start.
struct BackendProcess: Sendable {
    /// How a process ended and what it said.
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()

    init(_ arguments: [String]) throws {
        // Tests and products are built into the same folder.
        let tests = URL(filePath: CommandLine.arguments[0])
        process.executableURL = tests.deletingLastPathComponent().appending(path: "strata-backend")
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    /// The next that it says on standard output; empty at the end.
    @concurrent
    func line() async -> String {
        String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }

    func closeInput() throws { try input.fileHandleForWriting.close() }
    func interrupt() { process.interrupt() }
    func terminate() { process.terminate() }

    /// Waits for its end. What ``line()`` has taken is not said again.
    @concurrent
    func outcome() async throws -> Outcome {
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        let complained = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: said, as: UTF8.self),
            errors: String(decoding: complained, as: UTF8.self))
    }
}
