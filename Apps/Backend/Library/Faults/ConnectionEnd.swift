import Foundation
import NIOCore
import NIOHTTPTypes

/// How a server can leave a connection while its client still waits for something.
enum ConnectionEnd: String, CaseIterable, Sendable {
    /// All that was written arrives, and then the end.
    case close
    /// What the client has not read yet may be lost: the connection is reset.
    case reset

    /// Ends the connection.
    /// - Throws: ``ConnectionEnded`` always, as there is nobody left to answer.
    func leave(_ channel: any Channel) async throws -> Never {
        switch self {
        case .close:
            // Done once all before it has gone to the system, which delivers it also after the end.
            try? await channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer())).get()
        case .reset:
            // Lingering for no time is how a socket is told to reset (POSIX, SO_LINGER).
            try? await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        try? await channel.close()
        throw ConnectionEnded()
    }
}

/// There is nothing to answer on any more.
struct ConnectionEnded: Error {}
