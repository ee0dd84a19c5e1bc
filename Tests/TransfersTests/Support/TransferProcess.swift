import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// A transfer in a separate process.
struct TransferProcess: Sendable {
    private let process = Process()
    private let ending: AsyncStream<Bool>

    /// A download of `/file`.
    init(from authority: String, to file: URL, tracedBy tracer: [String] = []) throws {
        try self.init(["download", "http://\(authority)", file.path], tracedBy: tracer)
    }

    /// An upload of `file`, with its copy and its record in `folder`.
    init(to authority: String, of file: URL, through folder: URL, tracedBy tracer: [String] = []) throws {
        try self.init(["upload", "http://\(authority)", file.path, folder.path], tracedBy: tracer)
    }

    /// - Parameter tracer: the beginning of a command line that runs the transfer.
    private init(_ arguments: [String], tracedBy tracer: [String]) throws {
        // Tests and products are built into the same folder.
        let tests = URL(filePath: CommandLine.arguments[0])
        let child = tests.deletingLastPathComponent().appending(path: "TransferChild")
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = tracer + [child.path] + arguments
        let (ending, ended) = AsyncStream.makeStream(of: Bool.self)
        self.ending = ending
        process.terminationHandler = { process in
            ended.yield(process.terminationReason == .exit && process.terminationStatus == 0)
            ended.finish()
        }
        try process.run()
    }

    /// Kills the process.
    func kill() {
        guard process.isRunning else { return }
        signal(process.processIdentifier, SIGKILL)
    }

    /// Waits for the end of the process, and returns whether the transfer finished.
    func hasFinished() async -> Bool {
        for await hasFinished in ending { return hasFinished }
        return false
    }
}

private func signal(_ process: pid_t, _ number: Int32) {
    _ = kill(process, number)
}
