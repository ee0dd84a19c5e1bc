import Foundation
import Subprocess

@testable import CommandLine

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A running `strata`: a test reads its standard error line by line and sends it signals. Its standard input stays open
/// and its output unread until the test changes that.
final class RunningCommand {
    fileprivate typealias Execution = Subprocess.Execution<
        CustomWriteInput, SequenceOutput, SequenceOutput
    >

    private let execution: Execution
    private var lines: AsyncThrowingStream<String, any Error>.Iterator
    fileprivate var errors = ""

    fileprivate init(_ execution: Execution) {
        self.execution = execution
        let output = execution.standardError
        lines = AsyncThrowingStream<String, any Error> { continuation in
            let reading = Task {
                do {
                    for try await line in output.strings() { continuation.yield(line) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in reading.cancel() }
        }.makeAsyncIterator()
    }

    func send(_ signal: Signal) throws {
        try execution.send(signal: signal)
    }

    /// Returns when the process has read all but one pipe buffer of the bytes.
    func write(_ bytes: Data) async throws {
        _ = try await execution.standardInputWriter.write([UInt8](bytes))
    }

    /// The first chunk of standard output; the rest stays unread.
    func firstOutput() async throws -> String { try await output { _ in true } }

    /// The standard output up to the chunk with which it is enough.
    func output(until isEnough: (String) async throws -> Bool) async throws -> String {
        var output = ""
        for try await piece in execution.standardOutput {
            output += piece.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            if try await isEnough(output) { break }
        }
        return output
    }

    /// Returns `true` after the next line that contains `text`, and `false` if the command ends before.
    func waitForLine(_ text: String) async throws -> Bool {
        while let line = try await lines.next(isolation: #isolation) {
            errors += line + "\n"
            if line.contains(text) { return true }
        }
        return false
    }

    func waitForEnd() async throws {
        while try await waitForLine("") {}
    }
}

extension Workplace {
    /// Starts a command of the app, passes it to `body` and waits for its end.
    func running(_ arguments: [String], _ body: (RunningCommand) async throws -> Void) async throws
        -> Outcome
    {
        let result = try await Subprocess.run(
            .path(FilePath(Binaries.strata.path)), arguments: Arguments(arguments + ["--data-dir", dataFolder.path]),
            environment: .inherit.updating(
                Self.variables(Self.patience.merging(["STRATA_BASE_URL": backend.absoluteString]) { $1 })),
            input: .inputWriter, output: .sequence, error: .sequence
        ) { execution in
            let command = RunningCommand(execution)
            do {
                try await body(command)
            } catch {
                try execution.send(signal: .kill)
                throw error
            }
            try await command.waitForEnd()
            return command.errors
        }
        return Outcome(code: result.terminationStatus.code, output: "", errors: result.closureResult)
    }
}
