import NIOCore
import NIOSSL
import Networking

/// What a connection to one host goes through before it may carry a request.
struct SecureHandshake: Sendable {
    let host: String
    let context: NIOSSLContext
    let keys: KeyCheck
    /// For the handshake alone.
    let limit: TimeAmount

    /// Begins the handshake on a connection that has just been made; succeeds when all checks have.
    ///
    /// Until then nothing but the handshake is sent, and after a refusal nothing at all: the channel is closed.
    func begin(on channel: any Channel) -> EventLoopFuture<Void> {
        let outcome = channel.eventLoop.makePromise(of: Void.self)
        do {
            // An address is compared with the certificate's addresses, and has no place in SNI (RFC 6066 section 3).
            let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
            let tls = try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
            let watch = HandshakeHandler(self, by: tls, outcome: outcome)
            try channel.pipeline.syncOperations.addHandlers([tls, watch], position: .first)
        } catch {
            outcome.fail(error)
            channel.close(promise: nil)
        }
        return outcome.futureResult
    }
}
