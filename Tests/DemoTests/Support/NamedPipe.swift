import Foundation

@testable import CommandLine

#if canImport(System)
import System
#else
import SystemPackage
#endif

extension Workplace {
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
        try await withWriter { writer in
            try await BlockingWork.run { _ = try writer.writeAll(bytes) }
        }
    }

    /// Runs `body` once another process has opened the pipe for reading, and closes it afterwards.
    func withWriter(_ body: (FileDescriptor) async throws -> Void) async throws {
        let path = FilePath(path)
        let writer = try await BlockingWork.run { try FileDescriptor.open(path, .writeOnly) }
        defer { try? writer.close() }
        try await body(writer)
    }
}
