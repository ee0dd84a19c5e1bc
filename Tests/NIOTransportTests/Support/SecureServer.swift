import Crypto
import Foundation
import NIOCore
import NIOSSL
import Networking
import RawSocketServer
import Synchronization

@testable import NIOTransport

/// The raw server behind TLS, which counts what its clients say once the handshake is over.
struct SecureServer {
    let server: RawSocketServer
    private let decrypted: DecryptedBytes

    var port: Int { server.port }
    /// How many bytes of requests have come, in whatever state they are.
    var decryptedBytes: Int { decrypted.count }

    /// Runs `body` with a server that shows `certificate`.
    static func withServer<Result>(
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

extension NIOTransport {
    /// Runs `body` with a transport that keeps `trust`.
    static func withTransport<Result>(
        trusting trust: TrustPolicy, _ body: (NIOTransport) async throws -> Result
    ) async throws -> Result {
        var configuration = NIOTransportConfiguration()
        // What is tested is a check, however long a busy machine takes to come to it.
        configuration.connectTimeout = .seconds(60)
        let transport = try NIOTransport(
            configuration: configuration, trust: trust, sha256: { Array(SHA256.hash(data: $0)) })
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body(transport))
        } catch {
            outcome = .failure(error)
        }
        await transport.shutdown()
        return try outcome.get()
    }
}
