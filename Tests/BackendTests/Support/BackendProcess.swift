import Foundation

/// A `strata-backend` process.
struct BackendProcess: Sendable {
    /// A process's exit status and output.
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()

    /// - Parameter tracer: the arguments of `strace`, if it runs the process.
    init(_ arguments: [String], tracedBy tracer: [String] = []) throws {
        // Tests and products are in the same build folder.
        let tests = URL(filePath: CommandLine.arguments[0])
        let backend = tests.deletingLastPathComponent().appending(path: "strata-backend")
        process.executableURL = tracer.isEmpty ? backend : URL(filePath: "/usr/bin/strace")
        process.arguments = tracer.isEmpty ? arguments : tracer + [backend.path] + arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    /// The next output on standard output; empty at the end.
    func line() async -> String {
        await onOwnThread { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }
    }

    func closeInput() throws { try input.fileHandleForWriting.close() }
    func interrupt() { process.interrupt() }
    func terminate() { process.terminate() }
    /// Ends the process without a chance to clean up.
    func kill() { end(process.processIdentifier) }

    /// Waits for the end of the process. The output does not include what ``line()`` returned.
    func outcome() async throws -> Outcome {
        try await onOwnThread {
            Result {
                let text = try output.fileHandleForReading.readToEnd() ?? Data()
                let errorText = try errors.fileHandleForReading.readToEnd() ?? Data()
                process.waitUntilExit()
                return Outcome(
                    status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
                    errors: String(decoding: errorText, as: UTF8.self))
            }
        }.get()
    }
}

/// Runs work that blocks. There are only as many threads for tasks as processors: a few tests that block them would stop
/// all servers of this process.
private func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}

private func end(_ process: pid_t) {
    _ = kill(process, SIGKILL)
}
