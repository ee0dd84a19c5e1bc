import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An event for a command that draws on the terminal.
enum TerminalEvent: Sendable {
    /// Bytes from standard input. An ESC at their end is the Escape key.
    case bytes([UInt8])
    /// The window has another size, or the command has something new to show.
    case change

    /// Runs `body` with the events, which end when the terminal closes, and with a function that adds a ``change``.
    static func reading<Value>(
        _ body: (AsyncStream<TerminalEvent>, @escaping @Sendable () -> Void) async throws -> Value
    ) async rethrows -> Value {
        // Bounded, because input may be faster than drawing: at most 1 MB of it waits.
        let (events, continuation) = AsyncStream.makeStream(of: Self.self, bufferingPolicy: .bufferingOldest(1_024))
        let window = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .global())
        window.setEventHandler { continuation.yield(.change) }
        window.resume()
        defer {
            window.cancel()
            continuation.finish()
        }
        // Like BlockingWork: the thread waits in `read` until the next key or the end of the process.
        Thread.detachNewThread { readInput(into: continuation) }
        return try await body(events) { continuation.yield(.change) }
    }

    private static func readInput(into events: AsyncStream<Self>.Continuation) {
        while var bytes = nextBytes() {
            // A terminal sends the rest of an escape sequence at once, unless a network delays it.
            if bytes.last == 0x1B, isReadable(within: 50), let more = nextBytes() { bytes += more }
            if case .terminated = events.yield(.bytes(bytes)) { return }
        }
        events.finish()
    }

    /// The next bytes of standard input; `nil` at its end.
    private static func nextBytes() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1_024)
        while true {
            _ = isReadable(within: -1)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            if count > 0 { return Array(bytes[..<count]) }
            guard count < 0, errno == EINTR || errno == EAGAIN else { return nil }
        }
    }

    /// - Parameter milliseconds: -1 for no limit.
    private static func isReadable(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }
}
