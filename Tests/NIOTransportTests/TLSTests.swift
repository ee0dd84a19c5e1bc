import ContractServers
import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOSSL
import Networking
import Primitives
import RawSocketServer
import TestSupport
import Testing
import TransportSecurity

@testable import NIOTransport

@Suite("TLS", .timeLimit(.minutes(10)))
struct TLSTests {
    @Test("a client certificate is sent to a server that requests one, and one without its key is refused")
    func clientCertificate() async throws {
        let (certificate, client) = (try TestCertificates.selfSigned, TestCertificates.client)
        var trust = TrustPolicy()
        trust.roots = .only([try RootCertificate(der: Data(certificate.toDERBytes()))])
        trust.clientCertificate = client
        try await SecureServer.withServer(showing: certificate, requiresClientCertificate: true) { server in
            server.server.serve(RawSocketServer.ok)
            try await NIOTransport.withTransport(trusting: trust) { transport in
                let response = try await transport.get("https://localhost:\(server.port)/")
                #expect(try await response.body.collect(upTo: 2).count == 2)
            }
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
        try await withServer(showing: TestCertificates.expired) { server, transport in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...40 {
                    group.addTask {
                        await expectInsecure(.validity, "expired") {
                            try await transport.get("https://localhost:\(server.port)/")
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("a server that doesn't speak TLS is distinguished from one with an invalid certificate, and gets no request")
    func plainServer() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
                // Fails where the received bytes are not HTTP, as the first bytes of a handshake are not.
                try await connection.receiveHead()
            }
            await NIOTransport.withTransport { transport in
                await expectInsecure(.handshake, "doesn't speak TLS") {
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
        try await withServer(showing: TestCertificates.selfSigned) { server, _ in
            var trust = TrustPolicy()
            trust.roots = .only([try RootCertificate(der: Data(TestCertificates.selfSigned.toDERBytes()))])
            server.serve(RawSocketServer.ok)
            try await NIOTransport.withTransport(trusting: trust) { transport in
                _ = try await transport.get("https://localhost:\(server.port)/")
                await #expect(throws: TransportError.self) {
                    try await transport.get("http://localhost:\(server.port)/")
                }
            }
            #expect(server.requests.count == 1)
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
                for (scheme, cause) in [
                    ("https", "the trusted certificates can't be read"), ("http", "Too many files"),
                ] {
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

    @Test("a server that never replies to the handshake fails at the connect timeout")
    func silence() async throws {
        var configuration = NIOTransportConfiguration()
        configuration.connectTimeout = .milliseconds(50)
        try await RawSocketServer.withServer { server in
            server.serve { await $0.waitForEnd() }
            await NIOTransport.withTransport(configuration: configuration) { transport in
                _ = await #expect(throws: TransportError.connectTimeout) {
                    try await transport.get("https://localhost:\(server.port)/")
                }
            }
        }
    }

    @Test("a body without a length that ends without close_notify is truncated, because an attacker may have cut it")
    func truncation() async throws {
        try await withServer(showing: TestCertificates.localhost) { server, transport in
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
        showing certificate: NIOSSLCertificate, _ body: (RawSocketServer, NIOTransport) async throws -> Void
    ) async throws {
        var trust = TrustPolicy()
        trust.roots = .only(try TestCertificates.roots)
        try await SecureServer.withServer(showing: certificate) { server in
            // Without a script it would close at once, and a busy client might report that instead.
            server.server.serve { try await $0.receiveRequest() }
            try await NIOTransport.withTransport(trusting: trust) { try await body(server.server, $0) }
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
        let client = try Self.connected()
        let outcome = Outcome(try handshake().begin(on: client))
        client.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        #expect(outcome.failure == nil)
        client.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(outcome.failure == .connectTimeout)
        // NIOSSL also waits for the other side's end, for a limited time.
        client.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(!client.isActive)
    }

    @Test("a connection with a wrong key or name is closed, and a correct one stays open")
    func refused() throws {
        let foreign = [1, 2].compactMap { KeyPin(digest: [UInt8](repeating: $0, count: 32)) }
        let own = [try KeyPin(TestCertificates.pin)] + foreign.prefix(1)
        for (host, keys, check) in [
            ("localhost", foreign, SecurityCheck.pin), ("other.example", own, .hostName), ("localhost", own, nil),
        ] {
            let client = try Self.connected()
            let server = try Self.connected()
            let outcome = Outcome(try handshake(host, pinning: keys).begin(on: client))
            let context = try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: [.certificate(TestCertificates.localhost)],
                    privateKey: .privateKey(TestCertificates.key)))
            try server.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
            try Self.exchange(client, server)
            let failed: SecurityCheck? = if case .insecure(let check, _)? = outcome.failure { check } else { nil }
            #expect(failed == check)
            #expect(client.isActive == (check == nil))
        }
    }

    private func handshake(_ host: String = "localhost", pinning keys: [KeyPin] = []) throws -> SecureHandshake {
        var trust = TrustPolicy()
        trust.roots = .only(try TestCertificates.roots)
        if !keys.isEmpty { trust.pins = [try PinSet(host: host, keys: keys)] }
        return SecureHandshake(
            host: host, context: try NIOSSLContext(configuration: .client(trusting: trust.roots)),
            keys: try KeyCheck(trust: trust, hashing: FakeHashing(), time: ManualClock()), limit: .seconds(1))
    }

    private static func connected() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 443), promise: nil)
        return channel
    }

    /// Transfers the bytes of both sides until there are no more.
    private static func exchange(_ client: EmbeddedChannel, _ server: EmbeddedChannel) throws {
        var isQuiet = false
        while !isQuiet {
            isQuiet = true
            for (from, to) in [(client, server), (server, client)] {
                while let bytes = try from.readOutbound(as: ByteBuffer.self) {
                    isQuiet = false
                    if to.isActive { _ = try? to.writeInbound(bytes) }
                }
            }
        }
    }

    /// The result of a handshake, on the test's thread.
    private final class Outcome {
        private(set) var failure: TransportError?

        init(_ future: EventLoopFuture<Void>) {
            future.assumeIsolated().whenFailure { self.failure = $0 as? TransportError }
        }
    }
}
