import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// Checks whether a connection without an exchange has received bytes or its end, before the event loop has read them.
///
/// Many servers close a connection right after their response. Without this check, the next request would be written to
/// a connection whose end has already arrived.
enum SocketProbe {
    case open, closed, undecided

    /// Call it on the channel's event loop, between two exchanges.
    ///
    /// - Parameter mayHaveBytes: whether bytes without a request are possible, as with TLS: a session ticket or a
    ///   close_notify.
    static func peek(_ context: ChannelHandlerContext, mayHaveBytes: Bool) -> SocketProbe {
        let count = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { socket -> Int in
            var byte: UInt8 = 0
            let count = recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
            return count < 0 && errno == EAGAIN ? Int.max : count
        }
        switch count {
        // Nothing has arrived, or there is no socket (in tests).
        case .max?, nil: return .open
        case 1? where mayHaveBytes: return .undecided
        // The end, an error, or bytes without a request.
        default: return .closed
        }
    }
}
