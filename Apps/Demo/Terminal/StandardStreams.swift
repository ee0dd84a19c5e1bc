import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Standard input, output and error at the level of system calls.
enum StandardStreams {
    /// Opens `/dev/null` for each closed stream (`<&-`, `>&-`). Otherwise the next file that this process opens would
    /// take the stream's number, and results would be written into the database or a socket. The direction of
    /// `/dev/null` is the wrong one, so that a command that needs the stream still reports it as closed.
    static func openClosed() {
        for (stream, direction) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(stream, F_GETFD) == -1 {
            // `open` returns the lowest free number, which is the stream's.
            _ = open("/dev/null", direction)
        }
    }

    /// Writes all of `bytes`. While the reader accepts none, cancellation ends the wait.
    static func write(
        _ bytes: Data, to stream: Int32, isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(WriteError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try waitForRoom(in: stream, isCancelled)
            let count = rest.withUnsafeBytes { system(stream, $0.baseAddress, min($0.count, atOnce)) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR && errno != EAGAIN {
                throw .failed(errno)
            }
        }
    }

    /// Why a write failed.
    enum WriteError: Error {
        case cancelled
        /// The system's error number.
        case failed(Int32)
    }

    /// A pipe that is ready accepts this many bytes without blocking (POSIX: at least 512).
    private static var atOnce: Int { Int(PIPE_BUF) }

    private static func waitForRoom(in stream: Int32, _ isCancelled: () -> Bool) throws(WriteError) {
        var entry = pollfd(fd: stream, events: Int16(POLLOUT), revents: 0)
        // In short intervals, because cancellation does not wake `poll`. The following `write` reports errors of the
        // stream.
        while poll(&entry, 1, 50) == 0 {
            if isCancelled() { throw .cancelled }
        }
    }

    /// The system's `write`, which this type's method of that name hides.
    private static func system(_ stream: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
        Glibc.write(stream, bytes, count)
        #elseif canImport(Musl)
        Musl.write(stream, bytes, count)
        #else
        Darwin.write(stream, bytes, count)
        #endif
    }
}
