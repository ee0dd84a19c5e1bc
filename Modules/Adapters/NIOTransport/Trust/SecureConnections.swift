import NIOCore
import NIOSSL
import Networking
import Primitives
import TransportSecurity

/// Adds TLS and a policy's checks to connections.
final class SecureConnections: Sendable {
    private let checking: LazyContext
    #if DEBUG
    private let unchecking: LazyContext
    #endif
    private let keys: KeyCheck
    private let limit: TimeAmount

    /// - Parameters:
    ///   - settings: the TLS settings with the policy's roots.
    ///   - limit: how long a handshake may take.
    init(_ settings: TLSConfiguration, keys: KeyCheck, limit: TimeAmount) {
        checking = LazyContext(settings)
        #if DEBUG
        var open = settings
        open.certificateVerification = .none
        unchecking = LazyContext(open)
        #endif
        self.keys = keys
        self.limit = limit
    }

    /// The handshake for a connection to `host`. Throws if the trusted certificates can't be read.
    func handshake(with host: String) async throws(TransportError) -> SecureHandshake {
        let checks = checksCertificate(of: host)
        return SecureHandshake(
            host: host, context: try await context(checking: checks).value, keys: keys, limit: limit,
            checksCertificate: checks)
    }

    /// Throws if connections to `host` must be secure because it has pins.
    func allowPlain(_ host: String) throws(TransportError) {
        do throws(KeyRefusal) {
            try keys.allowPlain(host)
        } catch {
            throw TransportError(error)
        }
    }

    private func checksCertificate(of host: String) -> Bool {
        #if DEBUG
        !keys.trust.acceptsAnyCertificate(of: host)
        #else
        true
        #endif
    }

    private func context(checking: Bool) -> LazyContext {
        #if DEBUG
        if !checking { return unchecking }
        #endif
        return self.checking
    }
}
