import NIOCore
import NIOSSL
import Networking
import Primitives
import TransportSecurity

/// Puts TLS on the client's connections, and a policy's checks with it.
///
/// The client could do TLS itself, but then nobody may look at a handshake that failed, and nobody knows which host a
/// connection is for once it stands. So for https the client is asked for plain HTTP, and this puts BoringSSL in front of it
/// before the client may use the connection.
final class SecureConnections: Sendable {
    private let checking: LazyContext
    #if DEBUG
    private let unchecking: LazyContext
    #endif
    private let keys: KeyCheck
    private let limit: TimeAmount

    /// - Parameters:
    ///   - settings: what the policy's roots come to.
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

    /// What connections to `host` have to go through; throws what NIOSSL says where the settings are no good.
    func handshake(with host: String) async throws -> SecureHandshake {
        let checks = checksCertificate(of: host)
        return SecureHandshake(
            host: host, context: try await context(checking: checks).value, keys: keys, limit: limit,
            checksCertificate: checks)
    }

    /// Throws where connections to `host` must be secure, since they have a key to show.
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
