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
    ///
    /// - Parameters:
    ///   - intermediates: what it sends behind its certificate.
    ///   - version: the latest that it speaks, down to TLS 1.0.
    ///   - requiresClientCertificate: whether it refuses clients without one.
    public static func withServer<Result>(
        showing certificate: NIOSSLCertificate, with intermediates: [NIOSSLCertificate] = [],
        upTo version: TLSVersion? = nil, requiresClientCertificate: Bool = false,
        _ body: (SecureServer) async throws -> Result
    ) async throws -> Result {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: ([certificate] + intermediates).map { .certificate($0) },
            privateKey: .privateKey(try TestCertificates.key))
        configuration.minimumTLSVersion = .tlsv1
        configuration.maximumTLSVersion = version
        if requiresClientCertificate {
            configuration.certificateVerification = .noHostnameVerification
            configuration.trustRoots = .certificates([certificate])
        }
        let context = try NIOSSLContext(configuration: configuration)
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
