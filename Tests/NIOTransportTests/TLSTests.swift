import ContractServers
import EngineTestSupport
import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOSSL
import Networking
import Primitives
import RawSocketServer
import Testing
import TransportSecurity

@testable import NIOTransport

@Suite("TLS", .timeLimit(.minutes(10)))
struct TLSTests {
    @Test("a client certificate is sent to a server that requests one, and one without its key is refused")
    func clientCertificate() async throws {
        let (certificate, client) = (try TestCertificates.selfSigned, TestCertificates.client)
        var trust = TrustPolicy.trusting(.only([try RootCertificate(der: Data(certificate.toDERBytes()))]))
        trust.clientCertificate = client
        try await withSecureServer(
            showing: certificate, requiresClientCertificate: true, trusting: trust
        ) { server, transport in
            let response = try await transport.get("https://localhost:\(server.port)/")
            #expect(try await response.body.collect(upTo: 2).count == 2)
        }
        for (chain, key) in [
            (client.chain, Secret(client.chain)), (client.key.reveal(), client.key),
            (try #require(TestCertificates.roots.first).pem, client.key),
        ] {
            trust.clientCertificate = ClientCertificate(chain: chain, key: key)
            #expect(throws: TrustPolicyError.notAClientCertificate) { try NIOTransport(trust: trust) }
        }
    }

    @Test("many calls at once report the same cause, even on a busy machine")
    func reasonUnderLoad() async throws {
        let trust = TrustPolicy.trusting(.only(try TestCertificates.roots))
        try await withSecureServer(showing: TestCertificates.expired, trusting: trust) { server, transport in
            let port = server.port
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...40 {
                    group.addTask {
                        await expectInsecure(.validity, "expired") {
                            try await transport.get("https://localhost:\(port)/")
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.server.requests.isEmpty)
        }
    }

    @Test(
        "a server that doesn't speak TLS, or sends an alert, is named as the cause, and gets no request",
        arguments: [
            ("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", "doesn't speak TLS"),
            // A fatal alert: internal_error (RFC 8446 section 6).
            ("\u{15}\u{3}\u{3}\u{0}\u{2}\u{2}\u{50}", "INTERNAL_ERROR"),
        ])
    func refusal(bytes: String, words: String) async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.send(bytes)
                // Waits until the client closes, because a handshake has no end of a head.
                try await connection.receiveHead()
            }
            await NIOTransport.withTransport { transport in
                await expectInsecure(.handshake, words) {
                    try await transport.get("https://localhost:\(server.port)/")
                }
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("https to the address of an earlier http request is never sent in clear text, nor http over TLS")
    func otherScheme() async throws {
        try await RawSocketServer.withServer { server in
            server.serve(RawSocketServer.ok)
            try await NIOTransport.withTransport { transport in
                _ = try await transport.get("http://\(server.authority)/")
                await #expect(throws: TransportError.self) {
                    try await transport.get("https://\(server.authority)/")
                }
            }
            #expect(server.requests.count == 1)
        }
        let trust = TrustPolicy.trusting(.only(try TestCertificates.roots))
        try await withSecureServer(showing: TestCertificates.localhost, trusting: trust) { server, transport in
            _ = try await transport.get("https://localhost:\(server.port)/")
            await #expect(throws: TransportError.self) { try await transport.get("http://localhost:\(server.port)/") }
            #expect(server.server.requests.count == 1)
        }
    }

    @Test("a server that closes during the handshake has received no request, as the error says")
    func hangUp() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { try await $0.cut() }
            await NIOTransport.withTransport { transport in
                _ = await #expect(throws: TransportError.notSent) {
                    try await transport.get("https://localhost:\(server.port)/")
                }
            }
        }
    }

    @Test("without a free file descriptor, calls fail because of this machine, and later ones succeed")
    func tooManyFiles() async throws {
        // In a process of its own, because all code of a process shares its descriptors.
        await #expect(processExitsWith: .success) {
            limitOpenFiles(to: 256)
            let file = FileManager.default.temporaryDirectory.appending(path: "roots-\(UUID().uuidString).pem")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(TestCertificates.roots.flatMap(\.pem)).write(to: file)
            var settings = TLSConfiguration.client()
            settings.trustRoots = .file(file.path)
            try await SecureServer.withServer(showing: TestCertificates.localhost) { [settings] server in
                // The connection stays open: its end would release a descriptor at any time.
                server.server.serve(RawSocketServer.ok)
                let transport = NIOTransport(
                    NIOTransportConfiguration(), settings, KeyCheck(time: SystemTimeSource()))
                let causes = [("https", "the trusted certificates can't be read"), ("http", "Too many files")]
                for (scheme, cause) in causes {
                    let files = occupyFiles()
                    let error = await #expect(throws: TransportError.self) {
                        try await transport.get("\(scheme)://localhost:\(server.port)/")
                    }
                    for file in files { close(file) }
                    guard case .other(let reason) = error, reason.contains(cause) else {
                        Issue.record("expected “\(cause)”, got \(String(describing: error))")
                        return
                    }
                    let head = try await transport.get("https://localhost:\(server.port)/").head
                    #expect(head.status == .ok)
                }
                await transport.shutdown()
            }
        }
    }

    @Test("a body without a length that ends without close_notify is truncated, because an attacker may have cut it")
    func truncation() async throws {
        let trust = TrustPolicy.trusting(.only(try TestCertificates.roots))
        try await withSecureServer(showing: TestCertificates.localhost, trusting: trust) { server, transport in
            server.server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send("HTTP/1.1 200 OK\r\n\r\nhalf of it")
                try await connection.cut()
            }
            let response = try await transport.get("https://localhost:\(server.port)/")
            await #expect(throws: TransportError.truncatedResponse) { try await response.body.collect(upTo: 100) }
        }
    }
}

extension RootCertificate {
    fileprivate var pem: Data {
        let text = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return Data("-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n".utf8)
    }
}

@Suite("TLS handshakes")
struct SecureHandshakeTests {
    @Test("a handshake without a reply fails at its timeout, and the connection is closed")
    func limit() throws {
        let client = EmbeddedChannel()
        client.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 443), promise: nil)
        let handshake = SecureHandshake(
            host: "localhost",
            context: try NIOSSLContext(configuration: .client(trusting: .only(TestCertificates.roots))),
            keys: KeyCheck(time: ManualClock()), limit: .seconds(1))
        let outcome = Outcome(handshake.begin(on: client))
        client.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        #expect(outcome.failure == nil)
        client.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(outcome.failure == .connectTimeout)
        // NIOSSL also waits for the other side's end, for a limited time.
        client.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(!client.isActive)
    }

    /// The result of a handshake, on the test's thread.
    private final class Outcome {
        private(set) var failure: TransportError?

        init(_ future: EventLoopFuture<Void>) {
            future.assumeIsolated().whenFailure { self.failure = $0 as? TransportError }
        }
    }
}
