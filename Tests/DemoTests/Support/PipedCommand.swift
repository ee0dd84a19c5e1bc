import Foundation
import Subprocess

@testable import Demo

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A running process. Its standard input stays open and its output unread unless a test changes that.
struct PipedCommand: Sendable {
    fileprivate let execution: Execution<CustomWriteInput, SequenceOutput, SequenceOutput>

    /// Returns when the process has read all but one pipe buffer of the bytes.
    func write(_ bytes: Data) async throws {
        _ = try await execution.standardInputWriter.write([UInt8](bytes))
    }

    /// The first chunk of standard output.
    func firstOutput() async throws -> String {
        for try await piece in execution.standardOutput {
            return piece.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
        return ""
    }

    /// All of standard error; returns when the process ends.
    func errors() async throws -> String {
        var bytes: [UInt8] = []
        for try await piece in execution.standardError { piece.withUnsafeBytes { bytes.append(contentsOf: $0) } }
        return String(decoding: bytes, as: UTF8.self)
    }

    func send(_ signal: Signal) throws {
        try execution.send(signal: signal)
    }
}

extension Workplace {
    /// Runs a command while `body` uses it. `body` must wait for its end, because standard input is closed afterwards.
    ///
    /// - Returns: the exit code, or `nil` if a signal ended the process.
    func strata(
        running arguments: [String], _ body: @Sendable (PipedCommand) async throws -> Void
    ) async throws -> Int? {
        let result = try await Subprocess.run(
            .path(FilePath(Binaries.strata.path)),
            arguments: Arguments(arguments + ["--data-dir", dataFolder.path, "--base-url", backend.absoluteString]),
            input: .inputWriter, output: .sequence, error: .sequence
        ) { execution in try await body(PipedCommand(execution: execution)) }
        return result.terminationStatus.code
    }

    /// Creates a named pipe.
    func pipe(_ name: String) throws -> NamedPipe {
        try NamedPipe(folder.appending(path: name))
    }
}

/// A named pipe in a test's folder.
struct NamedPipe: Sendable {
    let path: String

    fileprivate init(_ file: URL) throws {
        path = file.path
        guard mkfifo(path, 0o600) == 0 else { throw Errno(rawValue: errno) }
    }

    /// Writes all bytes once another process has opened the pipe for reading, and closes it.
    func write(_ bytes: Data) async throws {
        let path = FilePath(path)
        try await BlockingWork.run {
            let writer = try FileDescriptor.open(path, .writeOnly)
            defer { try? writer.close() }
            _ = try writer.writeAll(bytes)
        }
    }

    /// Returns when another process has opened the pipe for reading. Call the result to close the pipe.
    func openWriter() async throws -> @Sendable () throws -> Void {
        let path = FilePath(path)
        let writer = try await BlockingWork.run { try FileDescriptor.open(path, .writeOnly) }
        return { try writer.close() }
    }
}
