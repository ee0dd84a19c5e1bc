import ContractServers
import Foundation
import HTTPTypes
import NIOSSL
import Networking
import RawSocketServer
import TestSupport
import Testing
import TransportSecurity

@testable import NIOTransport

@Suite("Server certificates in NIOTransport", .timeLimit(.minutes(10)))
struct CertificateTests {
    private static let response = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

    @Test("a certificate for the connection's address is not valid for the requested host name")
    func addressForName() async throws {
        try await expect(.hostName, "another host", from: .address)
        try await expectSuccess(from: .address, host: "127.0.0.1")
    }

    @Test("an IP address in a certificate matches every spelling of the address", arguments: ["127.1", "2130706433"])
    func spellings(host: String) async throws {
        try await expectSuccess(from: .address, host: host)
        try await expect(.hostName, "another host", from: .direct, host: host)
    }

    @Test("TLS 1.0 and 1.1 are refused, and the error names the reason")
    func oldVersions() async throws {
        for version in [TLSVersion.tlsv1, .tlsv11] {
            try await expect(.handshake, "TLS 1.2", from: .direct, upTo: version)
        }
        try await expectSuccess(from: .direct, upTo: .tlsv12)
    }

    @Test(
        "a weak key or signature anywhere in the chain is rejected",
        arguments: [
            (.leafBySHA1, [], "SHA-1"), (.leaf, [.intermediateBySHA1], "SHA-1"),
            (.leafByWeak, [.weakIntermediate], "1024 bits"),
        ] as [(ChainCertificate, [ChainCertificate], String)])
    func weakness(leaf: ChainCertificate, intermediates: [ChainCertificate], words: String) async throws {
        try await expect(.certificate, words, from: leaf, intermediates)
    }

    @Test("a trusted root's signature is not checked, because trust does not depend on it")
    func rootSignature() async throws {
        try await expectSuccess(from: .direct, trusting: [.rootBySHA1])
    }

    @Test(
        "every certificate that a policy names is trusted, regardless of its issuer",
        arguments: [
            ([.intermediate], .leaf, []), ([.intermediate], .leaf, [.intermediate]), ([.ownSigned], .ownSigned, []),
            ([.leaf], .leaf, []), ([.leaf], .leaf, [.intermediate]), ([.direct], .direct, [.root]),
            ([.root, .leaf], .leaf, [.intermediate]), ([.root, .intermediate], .leaf, []),
        ] as [([ChainCertificate], ChainCertificate, [ChainCertificate])])
    func anchors(
        named: [ChainCertificate], leaf: ChainCertificate, intermediates: [ChainCertificate]
    ) async throws {
        try await expectSuccess(from: leaf, intermediates, trusting: named)
        let trust = TrustedRoots.systemAnd(try named.map { try $0.trusted })
        try await expectSuccess(from: leaf, intermediates, trusting: trust)
    }

    @Test("a certificate that a policy names is trusted for its own host and period, and can't sign others")
    func limitsOfAnchors() async throws {
        try await expect(.authority, "traced", from: .direct, trusting: [.ownSigned])
        try await expect(.authority, "traced", from: .direct, trusting: [.leaf])
        try await expect(.hostName, "another host", from: .ownSigned, host: "127.0.0.1", trusting: [.ownSigned])
        try await expect(.validity, "expired", from: .leaf, trusting: [.expiredIntermediate])
        try await expect(.certificate, "1024 bits", from: .leafByWeak, trusting: [.weakIntermediate])
        let expired = try TestCertificates.expired
        let trust = TrustedRoots.only([try RootCertificate(der: Data(try expired.toDERBytes()))])
        try await SecureServer.withServer(showing: expired) { server in
            try await expect(.validity, "expired", from: server, trusting: trust)
        }
    }

    @Test(
        "the error of a rejected chain contains the cause",
        arguments: [
            (.forClients, [], .certificate, "extended key usage"),
            (.leaf, [.constrained], .certificate, "name constraint"), (.leaf, [.policies], .certificate, "policies"),
            (.leaf, [.noAuthority], .authority, "not a certificate authority"), (.leaf, [], .authority, "traced"),
            (.leaf, [.expiredIntermediate], .validity, "An authority's certificate"),
            (.ownSigned, [], .authority, "traced"),
        ] as [(ChainCertificate, [ChainCertificate], SecurityCheck, String)])
    func causes(
        leaf: ChainCertificate, intermediates: [ChainCertificate], check: SecurityCheck, words: String
    ) async throws {
        try await expect(check, words, from: leaf, intermediates)
    }

    @Test("the error names a server's request for a client certificate as the cause")
    func clientCertificate() async throws {
        let certificate = try ChainCertificate.direct.certificate
        try await SecureServer.withServer(
            showing: certificate, upTo: .tlsv12, requiresClientCertificate: true
        ) { server in
            try await expect(.handshake, "a client certificate", from: server, trusting: try Self.roots([.root]))
        }
    }

    /// In TLS 1.3 the client's handshake is over when the server refuses it. The server closes with the request unread, and
    /// the reset can overtake the alert: a lost connection is then all that the client can report.
    @Test("the error names a request for a client certificate in TLS 1.3, unless a reset overtakes the alert")
    func clientCertificateInTLS13() async throws {
        let certificate = try ChainCertificate.direct.certificate
        try await SecureServer.withServer(showing: certificate, requiresClientCertificate: true) { server in
            server.server.serve(Self.response)
            for _ in 0..<50 {
                let error = try await failure(port: server.port, host: "localhost", trusting: try Self.roots([.root]))
                if error == .connectionLost || error == .notSent { continue }
                guard case .insecure(.handshake, let reason) = error else {
                    Issue.record("expected a handshake, got \(String(describing: error))")
                    return
                }
                #expect(reason.contains("a client certificate"))
                return
            }
            Issue.record("the alert never arrived in 50 handshakes")
        }
    }

    @Test("the error of a failed handshake contains the cause, and no path of the build machine")
    func alert() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                // A fatal alert: internal_error (RFC 8446 section 6).
                try await connection.send("\u{15}\u{3}\u{3}\u{0}\u{2}\u{2}\u{50}")
                await connection.waitForEnd()
            }
            let error = try await failure(port: server.port, host: "localhost", trusting: .system)
            guard case .insecure(.handshake, let reason) = error else {
                Issue.record("expected a handshake, got \(String(describing: error))")
                return
            }
            #expect(reason.contains("INTERNAL_ERROR"))
            #expect(!reason.contains("/"))
        }
    }

    // MARK: Helpers

    private static func roots(_ named: [ChainCertificate]) throws -> TrustedRoots {
        .only(try named.map { try $0.trusted })
    }

    private func expectSuccess(
        from leaf: ChainCertificate, _ intermediates: [ChainCertificate] = [], host: String = "localhost",
        upTo version: TLSVersion? = nil, trusting named: [ChainCertificate] = [.root]
    ) async throws {
        let roots = try Self.roots(named)
        try await expectSuccess(from: leaf, intermediates, host: host, upTo: version, trusting: roots)
    }

    private func expectSuccess(
        from leaf: ChainCertificate, _ intermediates: [ChainCertificate] = [], host: String = "localhost",
        upTo version: TLSVersion? = nil, trusting roots: TrustedRoots
    ) async throws {
        try await SecureServer.withServer(
            showing: leaf.certificate, with: intermediates.map { try $0.certificate }, upTo: version
        ) { server in
            server.server.serve(Self.response)
            let failure = try await failure(port: server.port, host: host, trusting: roots)
            #expect(failure == nil, "\(leaf) \(intermediates)")
        }
    }

    private func expect(
        _ check: SecurityCheck, _ words: String, from leaf: ChainCertificate, _ intermediates: [ChainCertificate] = [],
        host: String = "localhost", upTo version: TLSVersion? = nil, trusting named: [ChainCertificate] = [.root]
    ) async throws {
        try await SecureServer.withServer(
            showing: leaf.certificate, with: intermediates.map { try $0.certificate }, upTo: version
        ) { server in
            try await expect(check, words, from: server, host: host, trusting: try Self.roots(named))
            #expect(server.decryptedBytes == 0)
        }
    }

    private func expect(
        _ check: SecurityCheck, _ words: String, from server: SecureServer, host: String = "localhost",
        trusting roots: TrustedRoots
    ) async throws {
        server.server.serve(Self.response)
        let error = try await failure(port: server.port, host: host, trusting: roots)
        guard case .insecure(check, let reason) = error, reason.contains(words) else {
            Issue.record("expected \(check) with “\(words)”, got \(String(describing: error))")
            return
        }
        #expect(!reason.contains("/"))
    }

    /// The error of a GET, or `nil`.
    private func failure(port: Int, host: String, trusting roots: TrustedRoots) async throws -> TransportError? {
        var trust = TrustPolicy()
        trust.roots = roots
        return try await NIOTransport.withTransport(trusting: trust) { transport -> TransportError? in
            let request = HTTPRequest(method: .get, scheme: "https", authority: "\(host):\(port)", path: "/")
            do throws(TransportError) {
                let response = try await transport.send(request, body: .empty)
                #expect(response.head.status == .ok)
                return nil
            } catch {
                return error
            }
        }
    }
}
