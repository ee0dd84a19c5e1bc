import Foundation

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
            let count = rest.withUnsafeBytes { Foundation.write(stream, $0.baseAddress, min($0.count, atOnce)) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR && errno != EAGAIN {
                throw .failed(errno)
            }
        }
    }

    enum WriteError: Error {
        case cancelled
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

    /// Whether the stream is a pipe or a socket, whose reader can be gone before the writer.
    static func isPipe(_ stream: Int32) -> Bool {
        var status = stat()
        return fstat(stream, &status) == 0 && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// Blocks until no reader of a pipe is left. No event is requested, so that `poll` reports only this one.
    static func waitUntilUnread(_ stream: Int32) {
        var entry = pollfd(fd: stream, events: 0, revents: 0)
        while poll(&entry, 1, -1) == -1, errno == EINTR {}
    }
}
