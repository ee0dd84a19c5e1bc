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

    /// The channel's socket, which belongs to it until the channel is inactive; `nil` if it has none (in tests).
    static func socket(of context: ChannelHandlerContext) -> NIOBSDSocket.Handle? {
        try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { $0 }
    }

    /// Call it on the event loop of the socket's active channel, between two exchanges.
    ///
    /// - Parameter mayHaveBytes: whether bytes without a request are possible, as with TLS: a session ticket or a
    ///   close_notify.
    static func peek(_ socket: NIOBSDSocket.Handle, mayHaveBytes: Bool) -> SocketProbe {
        var byte: UInt8 = 0
        switch recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) {
        // Nothing has arrived.
        case ..<0 where errno == EAGAIN: return .open
        case 1 where mayHaveBytes: return .undecided
        // The end, an error, or bytes without a request.
        default: return .closed
        }
    }
}
