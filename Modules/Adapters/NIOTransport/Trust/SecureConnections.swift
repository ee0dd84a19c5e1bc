import NIOCore
import NIOSSL
import Networking
import Primitives
import Synchronization
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

/// A TLS context that is created once, on first use. Reading the machine's roots takes long, and an app that uses only
/// plain HTTP needs no context.
final class LazyContext: Sendable {
    private let settings: TLSConfiguration
    private let creation = Mutex<Task<NIOSSLContext, any Error>?>(nil)

    init(_ settings: TLSConfiguration) {
        self.settings = settings
    }

    /// The context. A failure is not kept, because it may be temporary, such as too many open files.
    var value: NIOSSLContext {
        get async throws(TransportError) {
            let task = creation.withLock { creation in
                if let creation { return creation }
                // Creating it reads files, so it must not run on the caller's executor, which may be the main actor's.
                let started = Task.detached { [settings] in try NIOSSLContext(configuration: settings) }
                creation = started
                return started
            }
            do {
                return try await task.value
            } catch {
                creation.withLock { if $0 == task { $0 = nil } }
                throw TLSFailure.ofSetup(error)
            }
        }
    }
}
