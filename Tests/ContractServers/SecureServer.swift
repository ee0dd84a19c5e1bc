import NIOCore
public import NIOSSL
public import RawSocketServer
import Synchronization

/// The raw server behind TLS, which counts the bytes that its clients send after the handshake.
public struct SecureServer {
    public let server: RawSocketServer
    private let decrypted: DecryptedBytes

    public var port: Int { server.port }
    /// The number of request bytes received, complete requests or not.
    public var decryptedBytes: Int { decrypted.count }

    /// Runs `body` with a server that shows `certificate`.
    ///
    /// - Parameters:
    ///   - intermediates: sent after the server's own certificate.
    ///   - version: the latest TLS version it supports, down to TLS 1.0.
    ///   - requiresClientCertificate: whether it rejects clients without a certificate.
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
