import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// Looks at what an idle connection has received and the event loop has not read yet, without reading it.
///
/// A server that closes a connection right after its response is common. A request that follows at once would be written to
/// a connection whose end has already arrived.
enum SocketProbe {
    case open, closed, undecided

    /// Call it on the channel's event loop, and between two exchanges.
    static func peek(_ context: ChannelHandlerContext, isSecure: Bool) -> SocketProbe {
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
        // In TLS these may be session tickets or the announcement of the end.
        case 1? where isSecure: return .undecided
        // The end, an error, or bytes that no request asked for.
        default: return .closed
        }
    }
}
