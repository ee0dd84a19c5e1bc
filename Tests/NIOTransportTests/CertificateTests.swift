import ContractServers
import EngineTestSupport
import Foundation
import HTTPTypes
import NIOSSL
import Networking
import Primitives
import RawSocketServer
import Testing
import TransportSecurity

@testable import NIOTransport

@Suite("Server certificates in NIOTransport", .timeLimit(.minutes(10)))
struct CertificateTests {
    private typealias Case = (
        leaf: ChainCertificate, intermediates: [ChainCertificate], host: String, named: [ChainCertificate],
        check: SecurityCheck?, words: String
    )

    private static let cases: [Case] = [
        (.direct, [], "localhost", [], .authority, "traced"),
        // The host of the URL counts, not the connection's address. An address matches in every spelling.
        (.direct, [], "127.0.0.1", [.root], .hostName, "another host"),
        (.direct, [], "127.1", [.root], .hostName, "another host"),
        (.direct, [], "2130706433", [.root], .hostName, "another host"),
        (.address, [], "localhost", [.root], .hostName, "another host"),
        (.address, [], "127.0.0.1", [.root], nil, ""),
        (.address, [], "127.1", [.root], nil, ""),
        (.address, [], "2130706433", [.root], nil, ""),
        // A weak key or signature is rejected anywhere in the chain, except for the signature of a trusted root, on
        // which no trust depends.
        (.leafBySHA1, [], "localhost", [.root], .certificate, "SHA-1"),
        (.leaf, [.intermediateBySHA1], "localhost", [.root], .certificate, "SHA-1"),
        (.leafByWeak, [.weakIntermediate], "localhost", [.root], .certificate, "1024 bits"),
        (.leafByWeak, [], "localhost", [.weakIntermediate], .certificate, "1024 bits"),
        (.direct, [], "localhost", [.rootBySHA1], nil, ""),
        // A certificate that the policy names is trusted for its own host and period, and can't sign others.
        (.direct, [], "localhost", [.ownSigned], .authority, "traced"),
        (.direct, [], "localhost", [.leaf], .authority, "traced"),
        (.ownSigned, [], "127.0.0.1", [.ownSigned], .hostName, "another host"),
        (.leaf, [], "localhost", [.expiredIntermediate], .validity, "expired"),
        // Other flaws of a chain.
        (.forClients, [], "localhost", [.root], .certificate, "extended key usage"),
        (.leaf, [.constrained], "localhost", [.root], .certificate, "name constraint"),
        (.leaf, [.policies], "localhost", [.root], .certificate, "policies"),
        (.leaf, [.noAuthority], "localhost", [.root], .authority, "not a certificate authority"),
        (.leaf, [], "localhost", [.root], .authority, "traced"),
        (.leaf, [.expiredIntermediate], "localhost", [.root], .validity, "An authority's certificate"),
        (.ownSigned, [], "localhost", [.root], .authority, "traced"),
    ]

    @Test("a server is accepted or rejected because of its chain, before it gets a request", arguments: cases.indices)
    func chain(index: Int) async throws {
        let row = Self.cases[index]
        try await expect(
            row.check, row.words, from: row.leaf, row.intermediates, host: row.host, trusting: Self.only(row.named))
    }

    @Test(
        "every certificate that a policy names is trusted, regardless of its issuer",
        arguments: [
            ([.root], .direct, []), ([.intermediate], .leaf, []), ([.intermediate], .leaf, [.intermediate]),
            ([.ownSigned], .ownSigned, []), ([.leaf], .leaf, []), ([.leaf], .leaf, [.intermediate]),
            ([.direct], .direct, [.root]), ([.root, .leaf], .leaf, [.intermediate]),
            ([.root, .intermediate], .leaf, []),
        ] as [([ChainCertificate], ChainCertificate, [ChainCertificate])])
    func anchors(
        named: [ChainCertificate], leaf: ChainCertificate, intermediates: [ChainCertificate]
    ) async throws {
        for roots in [try Self.only(named), .systemAnd(try named.map { try $0.trusted })] {
            try await expect(nil, from: leaf, intermediates, trusting: roots)
        }
    }

    @Test("a certificate that only a test's policy names is not trusted by the system")
    func system() async throws {
        try await expect(.authority, "traced", from: .direct, trusting: .system)
    }

    @Test(
        "a certificate that a policy names is not trusted before or after its own period",
        arguments: [("2019-12-31T00:00:00Z", "not valid yet"), ("2119-12-31T00:00:00Z", "expired")])
    func period(date: String, words: String) async throws {
        let clock = ManualClock(start: try #require(ISO8601DateFormatter().date(from: date)))
        let trust = TrustPolicy.trusting(try Self.only([.ownSigned]))
        let transport = try NIOTransport(trust: trust, hashing: FakeHashing(), time: clock)
        try await SecureServer.withServer(showing: ChainCertificate.ownSigned.certificate) { server in
            server.server.serve(RawSocketServer.ok)
            await expectInsecure(.validity, words) { try await transport.get("https://localhost:\(server.port)/") }
        }
        await transport.shutdown()
    }

    @Test("TLS 1.0 and 1.1 are refused, and the error names the reason")
    func oldVersions() async throws {
        for version in [TLSVersion.tlsv1, .tlsv11] {
            try await expect(.handshake, "TLS 1.2", from: .direct, upTo: version, trusting: Self.only([.root]))
        }
        try await expect(nil, from: .direct, upTo: .tlsv12, trusting: Self.only([.root]))
    }

    @Test("the error names a server's request for a client certificate as the cause")
    func clientCertificate() async throws {
        try await withSecureServer(
            showing: ChainCertificate.direct.certificate, upTo: .tlsv12, requiresClientCertificate: true,
            trusting: .trusting(Self.only([.root]))
        ) { server, transport in
            await expectInsecure(.handshake, "a client certificate") {
                try await transport.get("https://localhost:\(server.port)/")
            }
        }
    }

    /// In TLS 1.3 the client's handshake is over when the server refuses it. If its alert waits before the request is
    /// written, it is read first. If it arrives later, a reset can overtake it, because the server closes with the
    /// request unread: a lost connection is then all that the client can report.
    @Test("the error names a request for a client certificate in TLS 1.3, unless a reset overtakes the alert")
    func clientCertificateInTLS13() async throws {
        try await withSecureServer(
            showing: ChainCertificate.direct.certificate, requiresClientCertificate: true,
            trusting: .trusting(Self.only([.root]))
        ) { server, transport in
            var refusals = 0
            for _ in 0..<100 {
                let error = await #expect(throws: TransportError.self) {
                    try await transport.get("https://localhost:\(server.port)/")
                }
                if error == .connectionLost || error == .notSent { continue }
                await expectInsecure(.handshake, "a client certificate") { throw try #require(error) }
                refusals += 1
            }
            #expect(refusals > 0, "the alert never arrived in 100 handshakes")
        }
    }

    // MARK: Helpers

    private static func only(_ named: [ChainCertificate]) throws -> TrustedRoots {
        .only(try named.map { try $0.trusted })
    }

    /// Expects the server to be refused because of `check`, or to be accepted if it is `nil`.
    private func expect(
        _ check: SecurityCheck?, _ words: String = "", from leaf: ChainCertificate,
        _ intermediates: [ChainCertificate] = [], host: String = "localhost", upTo version: TLSVersion? = nil,
        trusting roots: TrustedRoots
    ) async throws {
        try await withSecureServer(
            showing: leaf.certificate, with: intermediates.map { try $0.certificate }, upTo: version,
            trusting: .trusting(roots)
        ) { server, transport in
            let url = "https://\(host):\(server.port)/"
            guard let check else {
                let head = try await transport.get(url).head
                return #expect(head.status == .ok, "\(leaf) \(intermediates)")
            }
            await expectInsecure(check, words) { try await transport.get(url) }
            #expect(server.decryptedBytes == 0)
        }
    }
}
