import NIOCore
import NIOSSL
import TransportSecurity

/// The TLS handshake and checks of a connection to one host, before it may send a request.
struct SecureHandshake: Sendable {
    let host: String
    let context: NIOSSLContext
    let keys: KeyCheck
    /// The time limit of the handshake.
    let limit: TimeAmount
    /// Whether chain and name are checked; `false` only for a development host.
    var checksCertificate = true

    /// Begins the handshake on a new connection. The future succeeds when all checks have succeeded.
    ///
    /// Until then only the handshake is sent. After a refusal the channel is closed and nothing is sent.
    func begin(on channel: any Channel) -> EventLoopFuture<Void> {
        let outcome = channel.eventLoop.makePromise(of: Void.self)
        do {
            let (tls, inspection) = try makeHandler()
            let watch = HandshakeHandler(self, by: tls, inspection: inspection, outcome: outcome)
            try channel.pipeline.syncOperations.addHandlers([tls, watch], position: .first)
        } catch {
            outcome.fail(error)
            channel.close(promise: nil)
        }
        return outcome.futureResult
    }

    private func makeHandler() throws -> (NIOSSLClientHandler, ChainInspection?) {
        // SNI allows no address and no trailing dot (RFC 6066 section 3).
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        let serverName = IPAddress(name) == nil ? name : nil
        guard checksCertificate else {
            return (try NIOSSLClientHandler(context: context, serverHostname: serverName), nil)
        }
        let inspection = ChainInspection(keys)
        let tls = try NIOSSLClientHandler.make(context: context, serverHostname: serverName, inspectedBy: inspection)
        // Weak, because the handler has a reference to the inspection.
        inspection.leaf = { [weak tls] in tls?.peerCertificate }
        return (tls, inspection)
    }
}
