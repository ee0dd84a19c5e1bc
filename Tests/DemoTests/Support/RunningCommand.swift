import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A running `strata`: a test reads its standard error line by line and sends it signals.
final class RunningCommand {
    let send: (Signal) throws -> Void
    private var lines: AsyncThrowingStream<String, any Error>.Iterator
    private(set) var errors = ""

    init(lines: AsyncThrowingStream<String, any Error>, send: @escaping (Signal) throws -> Void) {
        self.lines = lines.makeAsyncIterator()
        self.send = send
    }

    /// Returns `true` after the next line that contains `text`, and `false` if the command ends before.
    func waitForLine(_ text: String) async throws -> Bool {
        while let line = try await lines.next(isolation: #isolation) {
            errors += line + "\n"
            if line.contains(text) { return true }
        }
        return false
    }
}

extension Workplace {
    /// Starts a command of the app, passes it to `body` and waits for its end.
    func running(
        _ arguments: [String], baseURL: String? = nil, _ body: (RunningCommand) async throws -> Void
    ) async throws -> Outcome {
        let result = try await Subprocess.run(
            .path(FilePath(Binaries.strata.path)),
            arguments: Arguments(arguments + ["--data-dir", dataFolder.path]),
            environment: .inherit.updating(["STRATA_BASE_URL": baseURL ?? backend.absoluteString]),
            input: .none, output: .string(limit: 1 << 20), error: .sequence
        ) { execution in
            let output = execution.standardError
            let lines = AsyncThrowingStream<String, any Error> { continuation in
                let reading = Task {
                    do {
                        for try await line in output.strings() { continuation.yield(line) }
                        continuation.finish()
                    } catch {
                        continuation.finish(throwing: error)
                    }
                }
                continuation.onTermination = { _ in reading.cancel() }
            }
            let command = RunningCommand(lines: lines) { try execution.send(signal: $0) }
            do {
                try await body(command)
            } catch {
                try execution.send(signal: .kill)
                throw error
            }
            _ = try await command.waitForLine("\0")
            return command.errors
        }
        return Outcome(
            code: result.terminationStatus.code, output: result.standardOutput, errors: result.closureResult)
    }
}
