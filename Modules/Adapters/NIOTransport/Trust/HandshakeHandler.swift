import NIOCore
import NIOSSL
import NIOTLS
import Networking
import Primitives
import TransportSecurity

/// Waits for the end of the TLS handshake, checks the server's name and key, and removes itself from the pipeline.
final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let handshake: SecureHandshake
    private let tls: NIOSSLClientHandler
    /// `nil` for a server that may use any certificate.
    private let inspection: ChainInspection?
    private var outcome: EventLoopPromise<Void>?
    private var timer: Scheduled<Void>?

    init(
        _ handshake: SecureHandshake, by tls: NIOSSLClientHandler, inspection: ChainInspection? = nil,
        outcome: EventLoopPromise<Void>
    ) {
        self.handshake = handshake
        self.tls = tls
        self.inspection = inspection
        self.outcome = outcome
    }

    func handlerAdded(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: handshake.limit) { [self] in
            refuse(TransportError.connectTimeout, context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end(.failure(TransportError.connectionLost))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .handshakeCompleted? = event as? TLSUserEvent else {
            context.fireUserInboundEventTriggered(event)
            return
        }
        let certificate = peerCertificate()
        if inspection != nil, certificate?.isFor(handshake.host) != true {
            refuse(ChainRefusal.hostName, context)
            return
        }
        do {
            try handshake.keys.allow({ certificate?.publicKey }, of: handshake.host)
        } catch {
            refuse(TransportError(error), context)
            return
        }
        end(.success(()))
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Read the refused certificate now, while the state of the handshake still has it.
        let refusal =
            inspection?.refusal
            ?? peerCertificate().map {
                ChainRefusal($0, isLeaf: true, wasAccepted: false, at: handshake.keys.time.now).error
            }
        refuse(TLSFailure.translate(error, refusal: refusal) ?? error, context)
    }

    private func peerCertificate() -> ServerCertificate? {
        (try? tls.peerCertificate?.toDERBytes()).flatMap { ServerCertificate(der: $0) }
    }

    private func refuse(_ error: any Error, _ context: ChannelHandlerContext) {
        end(.failure(error))
        context.close(promise: nil)
    }

    /// Only the first outcome counts, because a failure causes further errors.
    private func end(_ result: Result<Void, any Error>) {
        timer?.cancel()
        timer = nil
        let outcome = outcome
        self.outcome = nil
        outcome?.completeWith(result)
    }
}

extension NIOSSLClientHandler {
    /// Makes a handler that passes BoringSSL's verdicts to `inspection`.
    ///
    /// On Apple platforms with the system's roots, NIOSSL leaves verification to the Security framework, which has
    /// stricter rules, and never calls `inspection`.
    static func make(
        context: NIOSSLContext, serverHostname: String?, inspectedBy inspection: ChainInspection
    ) throws -> NIOSSLClientHandler {
        try inspected(context: context, serverHostname: serverHostname, by: inspection)
    }

    private static func inspected<Handler: InspectedHandler>(
        context: NIOSSLContext, serverHostname: String?, by inspection: ChainInspection
    ) throws -> Handler {
        try Handler(context: context, serverHostname: serverHostname) { inspection.evaluate($0, on: $1) }
    }
}

/// NIOSSL deprecates the only callback that adds to BoringSSL's verification; the recommended one replaces it. A
/// deprecated initializer can satisfy a protocol without a warning.
private protocol InspectedHandler {
    init(
        context: NIOSSLContext, serverHostname: String?, verificationCallback: NIOSSLVerificationCallback?) throws
}

extension NIOSSLClientHandler: InspectedHandler {}
