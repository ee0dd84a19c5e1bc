import NIOCore
public import NIOSSL
public import RawSocketServer
import Synchronization

/// The raw server behind TLS, which counts what its clients say once the handshake is over.
public struct SecureServer {
    public let server: RawSocketServer
    private let decrypted: DecryptedBytes

    public var port: Int { server.port }
    /// How many bytes of requests have come, in whatever state they are.
    public var decryptedBytes: Int { decrypted.count }

    /// Runs `body` with a server that shows `certificate`.
    public static func withServer<Result>(
        showing certificate: NIOSSLCertificate, _ body: (SecureServer) async throws -> Result
    ) async throws -> Result {
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(certificate)], privateKey: .privateKey(try TestCertificates.key)))
        let decrypted = DecryptedBytes()
        return try await RawSocketServer.withServer(
            prepare: { channel in
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandlers([NIOSSLServerHandler(context: context), DecryptedBytes.Counter(decrypted)])
            },
            { try await body(SecureServer(server: $0, decrypted: decrypted)) })
    }
}

/// Counts over all connections.
final class DecryptedBytes: Sendable {
    private let total = Mutex(0)

    var count: Int { total.withLock(\.self) }

    final class Counter: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer

        private let bytes: DecryptedBytes

        init(_ bytes: DecryptedBytes) {
            self.bytes = bytes
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let count = unwrapInboundIn(data).readableBytes
            bytes.total.withLock { $0 += count }
            context.fireChannelRead(data)
        }
    }
}
