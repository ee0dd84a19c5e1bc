import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Standard input, output and error below Foundation.
enum StandardStreams {
    /// Opens `/dev/null` for each stream that is closed (`<&-`, `>&-`). Otherwise the next file that this process opens
    /// becomes that stream, and results are written into the database or a socket. It is opened in the direction that
    /// can't be used, so that a command that needs the stream still reports that it is closed.
    static func openClosed() {
        for (stream, direction) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(stream, F_GETFD) == -1 {
            // Takes the lowest number that is free, which is the stream's.
            _ = open("/dev/null", direction)
        }
    }

    /// Writes all of `bytes`, as long as the reader takes them. While it takes none, cancellation ends the wait.
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

    /// Why bytes did not reach the reader.
    enum WriteError: Error {
        case cancelled
        /// By the system's number.
        case failed(Int32)
    }

    /// A pipe with room takes this much without waiting for more room (POSIX: at least 512).
    private static var atOnce: Int { Int(PIPE_BUF) }

    private static func waitForRoom(in stream: Int32, _ isCancelled: () -> Bool) throws(WriteError) {
        var entry = pollfd(fd: stream, events: Int16(POLLOUT), revents: 0)
        // In short turns, because cancellation wakes no `poll`. What is wrong with the stream is reported by `write`.
        while poll(&entry, 1, 50) == 0 {
            if isCancelled() { throw .cancelled }
        }
    }

    /// The system's `write`, whose name is taken here.
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
