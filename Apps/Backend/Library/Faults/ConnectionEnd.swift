import Foundation
import NIOCore
import NIOHTTPTypes

/// How the server closes a connection while the client waits for a response.
enum ConnectionEnd: String, CaseIterable, Sendable {
    /// The client receives all that was written, and then the end of the stream.
    case close
    /// The connection is reset. The client may lose bytes that it has not read yet.
    case reset

    /// Closes the connection.
    /// - Throws: ``ConnectionEnded`` always, because no response can be sent.
    func close(_ channel: any Channel) async throws -> Never {
        switch self {
        case .close:
            // Completes when the system has accepted all earlier writes. It delivers them even after the close.
            try? await channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer())).get()
        case .reset:
            // A linger time of zero makes the close a reset (POSIX, SO_LINGER).
            try? await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        try? await channel.close()
        throw ConnectionEnded()
    }
}

/// The connection is closed, so there is no response.
struct ConnectionEnded: Error {}
