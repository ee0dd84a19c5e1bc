import ContractServers
import ContractSuites
import Foundation
import HTTPTypes
import NIOSSL
import Networking
import Primitives
import RawSocketServer
import Synchronization
import TestSupport
import Testing
import TransportSecurity

@testable import NIOTransport

@Suite("Pins and development hosts", .timeLimit(.minutes(10)))
struct PinTests {
    private static let foreign = "sha256/" + Data(count: 32).base64EncodedString()
    private static let backup = "sha256/" + Data(repeating: 1, count: 32).base64EncodedString()

    @Test("a server with a pinned key receives the request")
    func match() async throws {
        try await withServer(keys: [Self.foreign, TestCertificates.pin]) { server, transport in
            let response = try await transport.get("https://localhost:\(server.port)/")
            #expect(try await response.body.collect(upTo: 2).count == 2)
        }
    }

    @Test(
        "a server with another key receives no byte of any request",
        arguments: [
            RequestBody.empty, .data(Data(count: 100_000)),
            .stream(.init(length: 100_000, isReplayable: true) { ByteStream(Data(count: 100_000)) }),
        ])
    func mismatch(body: RequestBody) async throws {
        try await withServer(keys: [Self.foreign, Self.backup]) { server, transport in
            for _ in 1...5 {
                // The error shows the developer which pin the server has.
                await expectInsecure(.pin, TestCertificates.pin) {
                    let request = HTTPRequest(
                        method: .post, scheme: "https", authority: "localhost:\(server.port)", path: "/secret",
                        headerFields: [.authorization: "Bearer secret"])
                    return try await transport.send(request, body: body)
                }
            }
            #expect(server.server.connectionCount == 5)
            #expect(server.decryptedBytes == 0)
        }
    }

    @Test("a host with pins is refused without TLS, because it would show no key")
    func plain() async throws {
        let trust = try policy(keys: [Self.foreign, Self.backup])
        try await RawSocketServer.withServer { server in
            server.serve(RawSocketServer.ok)
            try await NIOTransport.withTransport(trusting: trust) { transport in
                let plain = HTTPRequest(
                    method: .get, scheme: "http", authority: "localhost:\(server.port)", path: "/")
                for way in [transport, BufferedResponses(from: transport)] as [any Transport] {
                    await expectInsecure(.pin) { try await way.send(plain, body: .empty) }
                }
                #expect(server.connectionCount == 0)
                let other = HTTPRequest(
                    method: .get, scheme: "http", authority: "127.0.0.1:\(server.port)", path: "/")
                let response = try await transport.send(other, body: .empty)
                #expect(response.head.status == .ok, "this address has no pins")
            }
        }
    }

    @Test("a pinned key does not make an invalid certificate valid")
    func pinsAddToTheChain() async throws {
        try await withServer(
            showing: TestCertificates.expired, keys: [Self.foreign, TestCertificates.pin]
        ) { server, transport in
            await expectInsecure(.validity) { try await transport.get("https://localhost:\(server.port)/") }
            #expect(server.decryptedBytes == 0)
        }
    }

    @Test("each new connection is checked once, and a reused one is not checked again")
    func everyConnection() async throws {
        let hashing = CountingHashing()
        let trust = try policy(keys: [Self.foreign, TestCertificates.pin])
        let transport = try NIOTransport(trust: trust, hashing: hashing)
        try await SecureServer.withServer(showing: TestCertificates.localhost) { server in
            server.server.serve { connection in
                for last in [false, true] {
                    try await connection.receiveRequest()
                    let field = last ? "Connection: close\r\n" : ""
                    try await connection.send("HTTP/1.1 200 OK\r\n\(field)Content-Length: 2\r\n\r\nok")
                }
            }
            for _ in 1...6 {
                let response = try await transport.get("https://localhost:\(server.port)/")
                _ = try await response.body.collect(upTo: 2)
            }
            #expect(server.server.connectionCount == 3)
            #expect(hashing.count == 3)
        }
        await transport.shutdown()
    }

    @Test("a pin that expires during the transport's lifetime no longer applies")
    func expiry() async throws {
        let clock = ManualClock()
        let expires = clock.now.addingTimeInterval(60)
        let trust = try policy(keys: [Self.foreign, Self.backup], expires: expires)
        let transport = try NIOTransport(trust: trust, hashing: FakeHashing(), time: clock)
        try await SecureServer.withServer(showing: TestCertificates.localhost) { server in
            server.server.serve(RawSocketServer.ok)
            await expectInsecure(.pin) { try await transport.get("https://localhost:\(server.port)/") }
            clock.advance(by: .seconds(60))
            let response = try await transport.get("https://localhost:\(server.port)/")
            #expect(response.head.status == .ok)
        }
        await transport.shutdown()
    }

    @Test("an invalid root certificate, and pins without a digest, are rejected when the transport is created")
    func unreadableRoot() throws {
        let pinned = try policy(keys: [Self.foreign, Self.backup])
        #expect(throws: TrustPolicyError.pinsNeedSHA256(given: nil)) { try NIOTransport(trust: pinned) }
        var trust = TrustPolicy()
        trust.roots = .only([try RootCertificate(der: Data([0x30, 3, 1, 2, 3]))])
        #expect(throws: TrustPolicyError.notACertificate) { try NIOTransport(trust: trust) }
    }

    #if DEBUG
    @Test("a development host may have a self-signed certificate, and no other host may")
    func developmentHost() async throws {
        var trust = TrustPolicy()
        try trust.acceptAnyCertificate(ofDevelopmentHost: "localhost")
        try await SecureServer.withServer(showing: TestCertificates.selfSigned) { server in
            server.server.serve(RawSocketServer.ok)
            try await NIOTransport.withTransport(trusting: trust) { transport in
                let response = try await transport.get("https://localhost:\(server.port)/")
                #expect(response.head.status == .ok)
                await expectInsecure(.authority) { try await transport.get("https://127.0.0.1:\(server.port)/") }
            }
        }
    }

    @Test("a development host with pins must have a pinned key")
    func pinnedDevelopmentHost() async throws {
        var trust = try policy(keys: [Self.foreign, Self.backup])
        try trust.acceptAnyCertificate(ofDevelopmentHost: "localhost")
        try await SecureServer.withServer(showing: TestCertificates.selfSigned) { server in
            server.server.serve(RawSocketServer.ok)
            try await NIOTransport.withTransport(trusting: trust) { transport in
                await expectInsecure(.pin) { try await transport.get("https://localhost:\(server.port)/") }
            }
            #expect(server.decryptedBytes == 0)
        }
    }
    #endif

    private func policy(keys: [String], expires: Date? = nil) throws -> TrustPolicy {
        var trust = TrustPolicy()
        trust.roots = .only(try TestCertificates.roots)
        trust.pins = [try PinSet(host: "localhost", keys: keys.map { try KeyPin($0) }, expires: expires)]
        return trust
    }

    private func withServer(
        showing certificate: NIOSSLCertificate? = nil, keys: [String],
        _ body: (SecureServer, NIOTransport) async throws -> Void
    ) async throws {
        let trust = try policy(keys: keys)
        try await SecureServer.withServer(showing: certificate ?? TestCertificates.localhost) { server in
            server.server.serve(RawSocketServer.ok)
            try await NIOTransport.withTransport(trusting: trust) { try await body(server, $0) }
        }
    }
}

/// Counts the computed digests.
private final class CountingHashing: ContentHashing {
    private let begun = Mutex(0)

    var count: Int { begun.withLock(\.self) }
    var algorithm: String { "sha-256" }

    func begin() -> any ContentHash {
        begun.withLock { $0 += 1 }
        return FakeHashing().begin()
    }
}
