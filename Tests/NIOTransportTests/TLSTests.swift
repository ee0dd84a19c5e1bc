import HTTPTypes
import NIOCore
import NIOSSL
import Networking
import RawSocketServer
import TestSupport
import Testing

@testable import NIOTransport

@Suite("TLS", .timeLimit(.minutes(1)))
struct TLSTests {
    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret"

    @Test("an answer comes over TLS from a server whose certificate is good")
    func success() async throws {
        try await withServer(try TestCertificates.localhost, trusting: [try TestCertificates.root]) {
            server, transport in
            server.serve(Self.answer)
            let response = try await transport.get("https://localhost:\(server.port)/")
            #expect(response.head.status == .ok)
            #expect(try await response.body.collect(upTo: 6).count == 6)
        }
    }

    @Test("a certificate that nobody trusted has signed is refused, and so is one that has expired")
    func invalidChain() async throws {
        for (certificate, roots) in [
            (try TestCertificates.localhost, []), (try TestCertificates.expired, [try TestCertificates.root]),
        ] {
            try await withServer(certificate, trusting: roots) { server, transport in
                await expectInsecure("not valid") { try await transport.get("https://localhost:\(server.port)/") }
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test("a certificate for another host is refused, and the error says so")
    func wrongHost() async throws {
        try await withServer(try TestCertificates.other, trusting: [try TestCertificates.root]) { server, transport in
            await expectInsecure("another host") { try await transport.get("https://localhost:\(server.port)/") }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("a server that doesn't speak TLS is told apart from one whose certificate is bad")
    func plainServer() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
                await connection.waitForEnd()
            }
            await NIOTransport.withTransport { transport in
                await expectInsecure("doesn't speak TLS") {
                    try await transport.get("https://localhost:\(server.port)/")
                }
            }
        }
    }

    @Test("a server that hangs up within the handshake is a lost connection")
    func hangUp() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { try await $0.cut() }
            await NIOTransport.withTransport { transport in
                _ = await #expect(throws: TransportError.connectionLost) {
                    try await transport.get("https://localhost:\(server.port)/")
                }
            }
        }
    }

    @Test("a body without a length that ends without close_notify is truncated: anybody could have cut it")
    func truncation() async throws {
        try await withServer(try TestCertificates.localhost, trusting: [try TestCertificates.root]) {
            server, transport in
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send("HTTP/1.1 200 OK\r\n\r\nhalf of it")
                try await connection.cut()
            }
            let response = try await transport.get("https://localhost:\(server.port)/")
            await #expect(throws: TransportError.truncatedResponse) { try await response.body.collect(upTo: 100) }
        }
    }

    private func withServer(
        _ certificate: NIOSSLCertificate, trusting roots: [NIOSSLCertificate],
        _ body: (RawSocketServer, NIOTransport) async throws -> Void
    ) async throws {
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(certificate)], privateKey: .privateKey(try TestCertificates.key)))
        var tls = TLSConfiguration.makeClientConfiguration()
        if !roots.isEmpty { tls.trustRoots = .certificates(roots) }
        var configuration = NIOTransportConfiguration()
        // What is tested here is the check, however long a busy machine takes to come to it.
        configuration.connectTimeout = .seconds(60)
        let transport = NIOTransport(configuration: configuration, tls: tls)
        try await RawSocketServer.withServer(
            prepare: { try $0.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) },
            { try await body($0, transport) })
        await transport.shutdown()
    }

    /// Every attempt has to fail, and one of a few has to say why: where the failed connection is gone before the client has
    /// looked at it, on a busy machine, the client knows only that it was closed.
    private func expectInsecure(_ words: String, _ call: () async throws -> ServerResponse) async {
        var error: TransportError?
        for _ in 1...50 {
            error = await #expect(throws: TransportError.self) { _ = try await call() }
            if error != .connectionLost { break }
        }
        guard case .insecure(_, let reason) = error, reason.contains(words) else {
            Issue.record("expected a reason with “\(words)”, got \(String(describing: error))")
            return
        }
    }
}
