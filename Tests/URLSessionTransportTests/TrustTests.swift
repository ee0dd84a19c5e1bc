import ContractServers
import EngineTestSupport
import Foundation
import Networking
import Primitives
import Testing
import TransportSecurity

@testable import URLSessionTransport

@Suite("Trust in URLSessionTransport")
struct TrustTests {
    /// The pin of `direct`.
    private static let own = TestCertificates.pin
    private static let foreign = "sha256/" + Data(count: 32).base64EncodedString()
    private static let untrusted = TransportError.insecure(.authority, reason: "The issuer is unknown.")

    // MARK: The decision

    @Test("a pinned key is accepted and another rejected, and the error names the host")
    func pins() throws {
        #expect(try evaluator(pinning: Self.own).objection(to: "a.example", showing: .direct) == nil)
        let objection = try evaluator(pinning: Self.foreign).objection(to: "a.example", showing: .direct)
        guard case .insecure(.pin, let reason) = objection else {
            Issue.record("expected a pin, got \(String(describing: objection))")
            return
        }
        #expect(reason.contains(Self.own) && reason.contains("a.example"))
    }

    @Test(
        "the system's evaluation comes first, and then a host with pins must show a pinned key",
        arguments: [
            // A pinned key does not override the system's rejection.
            (own, "a.example", ChainCertificate.direct.der, false, .authority),
            (foreign, "a.example", ChainCertificate.direct.der, false, .authority),
            // A host without pins requires the system's approval only.
            (foreign, "b.example", nil, true, nil), (foreign, "b.example", nil, false, .authority),
            // An unreadable certificate matches no pin.
            (foreign, "a.example", nil, true, .certificate), (foreign, "a.example", Data(), true, .certificate),
            (foreign, "a.example", Data([0x30, 1, 0]), true, .certificate),
            // An IPv6 address is the same with and without brackets.
            (own, "::1", ChainCertificate.direct.der, true, nil), (own, "::1", ChainCertificate.root.der, true, .pin),
            (own, "[::1]", ChainCertificate.direct.der, true, nil),
            (own, "[::1]", ChainCertificate.root.der, true, .pin),
        ] as [(String, String, Data?, Bool, SecurityCheck?)])
    func order(pin: String, host: String, certificate: Data?, isTrusted: Bool, check: SecurityCheck?) throws {
        let objection = try evaluator(pinning: pin).objection(
            to: host,
            showing: {
                #expect(isTrusted, "the system's rejection suffices")
                return certificate
            }, system: { isTrusted ? nil : Self.untrusted })
        let failed: SecurityCheck? = if case .insecure(let check, _)? = objection { check } else { nil }
        #expect(failed == check)
        #expect((objection == Self.untrusted) == !isTrusted)
    }

    #if DEBUG
    @Test("a development host may show any certificate, and any key unless it has pins")
    func developmentHost() throws {
        var trust = TrustPolicy()
        try trust.acceptAnyCertificate(ofDevelopmentHost: "dev.example")
        let open = ServerTrustEvaluator(keys: try KeyCheck(trust: trust, hashing: nil, time: ManualClock()))
        #expect(open.objection(to: "Dev.example.", showing: { nil }, system: { Self.untrusted }) == nil)
        #expect(open.objection(to: "a.dev.example", showing: { nil }, system: { Self.untrusted }) == Self.untrusted)

        trust.pins = [try PinSet(host: "dev.example", keys: [KeyPin(Self.foreign)], acceptingNoBackup: true)]
        let pinned = ServerTrustEvaluator(keys: try KeyCheck(trust: trust, hashing: FakeHashing(), time: ManualClock()))
        #expect(pinned.objection(to: "dev.example", showing: .root) != nil)
    }
    #endif

    // MARK: The transport

    #if canImport(FoundationNetworking)
    @Test("on Linux every policy except the system's trust is rejected, and the error names the alternative")
    func refusal() async throws {
        try await URLSessionTransport.withTransport(trust: TrustPolicy()) { _ in }
        var roots = TrustPolicy()
        roots.roots = .only([])
        var pins = TrustPolicy()
        pins.pins = [try PinSet(host: "a.example", keys: [KeyPin(Self.foreign)], acceptingNoBackup: true)]
        var policies = [roots, pins]
        #if DEBUG
        var development = TrustPolicy()
        try development.acceptAnyCertificate(ofDevelopmentHost: "localhost")
        policies.append(development)
        #endif
        for trust in policies {
            let error = #expect(throws: TrustPolicyError.self) {
                try URLSessionTransport(trust: trust, hashing: FakeHashing())
            }
            #expect(error == .unsupported(by: "URLSessionTransport", use: "NIOTransport"))
            #expect(error?.description.contains("Use NIOTransport") == true)
        }
    }
    #endif

    @Test("a client certificate is rejected on every platform, and the error names the alternative")
    func clientCertificate() {
        var trust = TrustPolicy()
        trust.clientCertificate = ClientCertificate(chain: Data(), key: Secret(Data()))
        #expect(throws: TrustPolicyError.noClientCertificates(by: "URLSessionTransport", use: "NIOTransport")) {
            try URLSessionTransport(trust: trust)
        }
    }

    private func evaluator(pinning pin: String) throws -> ServerTrustEvaluator {
        var trust = TrustPolicy()
        trust.pins = try ["a.example", "::1"].map {
            try PinSet(host: $0, keys: [KeyPin(pin)], acceptingNoBackup: true)
        }
        return ServerTrustEvaluator(keys: try KeyCheck(trust: trust, hashing: FakeHashing(), time: ManualClock()))
    }
}

extension ServerTrustEvaluator {
    /// The system has no objection.
    fileprivate func objection(to host: String, showing certificate: ChainCertificate) -> TransportError? {
        objection(to: host, showing: { certificate.der }, system: { nil })
    }
}
