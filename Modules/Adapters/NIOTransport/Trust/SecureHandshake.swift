import NIOCore
import NIOSSL
import TransportSecurity

/// What a connection to one host goes through before it may carry a request.
struct SecureHandshake: Sendable {
    let host: String
    let context: NIOSSLContext
    let keys: KeyCheck
    /// For the handshake alone.
    let limit: TimeAmount
    /// Whether chain and name are checked; `false` for a development host alone.
    var checksCertificate = true

    /// Begins the handshake on a connection that has just been made; succeeds when all checks have.
    ///
    /// Until then nothing but the handshake is sent, and after a refusal nothing at all: the channel is closed.
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
        // Neither an address nor a dot at the end has a place in SNI (RFC 6066 section 3).
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        let serverName = IPAddress(name) == nil ? name : nil
        guard checksCertificate else {
            return (try NIOSSLClientHandler(context: context, serverHostname: serverName), nil)
        }
        let inspection = ChainInspection(keys)
        let tls = try NIOSSLClientHandler.make(context: context, serverHostname: serverName, inspectedBy: inspection)
        // Weak, since the handler holds the inspection.
        inspection.leaf = { [weak tls] in tls?.peerCertificate }
        return (tls, inspection)
    }
}
