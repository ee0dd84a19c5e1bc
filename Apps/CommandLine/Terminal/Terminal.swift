import Composition
package import Foundation
import Synchronization

/// The output of a command: results to standard output, everything else to standard error. Colors appear only on a
/// terminal, and never with NO_COLOR (no-color.org).
package struct Terminal: Sendable {
    package let isInteractive: Bool
    /// How wide a table may be; `nil` for any width, because standard output is not a terminal.
    package let columns: Int?
    /// How wide a trace on standard error may be. Wide enough for any line if standard error is not a terminal.
    let messageColumns: Int
    private static var mostColumns: Int { 10_000 }
    private let hasColor: Bool
    /// Whether results follow one another, so that each JSON value is a line.
    package var isWatching = false
    private let loss = OutputLoss()

    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        isInteractive: Bool = isatty(STDOUT_FILENO) == 1
    ) {
        self.isInteractive = isInteractive
        // A user can set COLUMNS (POSIX.1-2017 section 8.3) for a pipe too. Shells do not export it.
        let typed = environment["COLUMNS"].flatMap { Int($0) }.flatMap {
            (1...Self.mostColumns).contains($0) ? $0 : nil
        }
        columns = typed ?? (isInteractive ? Self.columns(of: STDOUT_FILENO) : nil)
        messageColumns =
            typed ?? (isatty(STDERR_FILENO) == 1 ? Self.columns(of: STDERR_FILENO) : Self.mostColumns)
        hasColor = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// The present width of the terminal at `stream`, or 80 if it reports none.
    private static func columns(of stream: Int32) -> Int {
        var size = winsize()
        return ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    package func write(_ text: String) {
        write(Data(text.utf8))
    }

    package func write(_ bytes: Data) {
        do throws(StandardStreams.WriteError) {
            try StandardStreams.write(bytes, to: STDOUT_FILENO)
        } catch {
            loss.note(error)
        }
    }

    package var lostOutput: Failure? { loss.failure }
    /// Whether the reader of standard output is gone. This ends a command that would otherwise
    /// run forever, and is not an error.
    package var isUnread: Bool { loss.isUnread }

    /// Runs `body`, which may wait forever between two writes, and cancels it when no reader of standard output is left.
    package func untilUnread(_ body: @escaping @Sendable () async throws -> Void) async throws {
        guard StandardStreams.isPipe(STDOUT_FILENO) else { return try await body() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body() }
            group.addTask { try await BlockingWork.run { StandardStreams.waitUntilUnread(STDOUT_FILENO) } }
            try await group.next()
            group.cancelAll()
        }
    }

    package func print(_ line: String = "") {
        write(line + "\n")
    }

    package func note(_ line: String) {
        prompt(line + "\n")
    }

    /// Writes a line to standard error, with the prefix of all messages.
    package func message(_ line: String) {
        note("\(AppName.command): \(line)")
    }

    /// Writes `text` to standard error, without a line break at its end.
    package func prompt(_ text: String) {
        try? StandardStreams.write(Data(text.utf8), to: STDERR_FILENO)
    }

    /// Writes the sentence that ends a command. After an interruption it does not wait for a reader.
    package func report(_ failure: Failure) {
        let line = Data("\(AppName.command): \(failure.message.printable)\n".utf8)
        let waits = failure.status != .interrupted
        try? StandardStreams.write(line, to: STDERR_FILENO) { !waits }
    }

    package func bold(_ text: String) -> String { styled(text, "1") }
    package func dim(_ text: String) -> String { styled(text, "2") }
    package func green(_ text: String) -> String { styled(text, "32") }

    private func styled(_ text: String, _ code: String) -> String {
        hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// Records the first error of a write to standard output.
final class OutputLoss: Sendable {
    private let state = Mutex<(failure: Failure?, isUnread: Bool)>((nil, false))

    var failure: Failure? { state.withLock(\.failure) }
    /// Whether a write has failed, so that no reader would receive further output.
    var isUnread: Bool { state.withLock(\.isUnread) }

    func note(_ error: StandardStreams.WriteError) {
        let failure: Failure? =
            switch error {
            case .cancelled: Failure(CancellationError())
            // A reader that has closed its pipe, such as `head`, is not an error.
            case .failed(EPIPE): nil
            case .failed(EBADF): Failure("Standard output can't be written (it is closed).", .storage)
            case .failed(let code):
                Failure("Standard output can't be written (\(String(cString: strerror(code)))).", .storage)
            }
        state.withLock { $0 = ($0.failure ?? failure, true) }
    }
}

package enum StandardStreams {
    /// Opens `/dev/null` for each closed stream (`<&-`, `>&-`). Otherwise the next file that this process opens would
    /// take the stream's number, and results would be written into the database or a socket. `/dev/null` is opened in
    /// the wrong direction, so that a command that needs the stream still reports it as closed.
    package static func openClosed() {
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

    /// Blocks until no reader of a pipe is left. No event is requested, so that `poll` reports only this state.
    static func waitUntilUnread(_ stream: Int32) {
        var entry = pollfd(fd: stream, events: 0, revents: 0)
        while poll(&entry, 1, -1) == -1, errno == EINTR {}
    }
}
