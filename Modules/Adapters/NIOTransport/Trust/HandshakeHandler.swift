import NIOCore
import NIOSSL
import NIOTLS
import Networking
import Primitives

/// Waits behind TLS for the end of the handshake, asks about the server's key, and goes.
final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let handshake: SecureHandshake
    private let tls: NIOSSLClientHandler
    private var outcome: EventLoopPromise<Void>?
    private var timer: Scheduled<Void>?

    init(_ handshake: SecureHandshake, by tls: NIOSSLClientHandler, outcome: EventLoopPromise<Void>) {
        self.handshake = handshake
        self.tls = tls
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
        do {
            try handshake.keys.allow(peerKey, of: handshake.host)
        } catch {
            refuse(error, context)
            return
        }
        end(.success(()))
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // At once, while the handshake's state is still there, and with it the certificate that was refused.
        let presented = tls.peerCertificate.map {
            TLSFailure.Presented(certificate: $0, now: handshake.keys.time.now)
        }
        refuse(TLSFailure.translate(error, about: presented) ?? error, context)
    }

    /// In DER, as SubjectPublicKeyInfo.
    private func peerKey() -> [UInt8]? {
        try? tls.peerCertificate?.extractPublicKey().toSPKIBytes()
    }

    private func refuse(_ error: any Error, _ context: ChannelHandlerContext) {
        end(.failure(error))
        context.close(promise: nil)
    }

    /// The first outcome counts: what follows a failure is only its noise.
    private func end(_ result: Result<Void, any Error>) {
        timer?.cancel()
        timer = nil
        let outcome = outcome
        self.outcome = nil
        outcome?.completeWith(result)
    }
}
