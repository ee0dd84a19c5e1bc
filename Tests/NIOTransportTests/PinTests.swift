import ContractServers
import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Primitives
import RawSocketServer
import Synchronization
import Testing
import TransportSecurity

@testable import NIOTransport

@Suite("Pins and development hosts", .timeLimit(.minutes(10)))
struct PinTests {
    private static let foreign = "sha256/" + Data(count: 32).base64EncodedString()
    private static let backup = "sha256/" + Data(repeating: 1, count: 32).base64EncodedString()

    @Test(
        "a server with another key receives no byte of any request",
        arguments: [
            RequestBody.empty, .data(Data(count: 100_000)),
            .stream(.init(length: 100_000, isReplayable: true) { ByteStream(Data(count: 100_000)) }),
        ])
    func mismatch(body: RequestBody) async throws {
        let trust = try policy(keys: [Self.foreign, Self.backup])
        try await withSecureServer(showing: TestCertificates.localhost, trusting: trust) { server, transport in
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
                let response = try await transport.get(from: server)
                #expect(response.head.status == .ok, "this address has no pins")
            }
        }
    }

    @Test("a pinned key does not make an invalid certificate valid")
    func pinsAddToTheChain() async throws {
        let trust = try policy(keys: [Self.foreign, TestCertificates.pin])
        try await withSecureServer(showing: TestCertificates.expired, trusting: trust) { server, transport in
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
                    try await connection.respond(200, last ? ["Connection: close"] : [], body: "ok")
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
        try await withSecureServer(showing: TestCertificates.selfSigned, trusting: trust) { server, transport in
            let response = try await transport.get("https://localhost:\(server.port)/")
            #expect(response.head.status == .ok)
            await expectInsecure(.authority) { try await transport.get("https://127.0.0.1:\(server.port)/") }
        }
    }

    @Test("a development host with pins must have a pinned key")
    func pinnedDevelopmentHost() async throws {
        var trust = try policy(keys: [Self.foreign, Self.backup])
        try trust.acceptAnyCertificate(ofDevelopmentHost: "localhost")
        try await withSecureServer(showing: TestCertificates.selfSigned, trusting: trust) { server, transport in
            await expectInsecure(.pin) { try await transport.get("https://localhost:\(server.port)/") }
            #expect(server.decryptedBytes == 0)
        }
    }
    #endif

    private func policy(keys: [String]) throws -> TrustPolicy {
        var trust = TrustPolicy.trusting(.only(try TestCertificates.roots))
        trust.pins = [try PinSet(host: "localhost", keys: keys.map { try KeyPin($0) })]
        return trust
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
