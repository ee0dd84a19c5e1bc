import EngineTestSupport
import Foundation
import Primitives
import Testing
import TransportSecurity

@Suite("Pinned keys")
struct KeyCheckTests {
    /// SHA-256 of the three bytes `abc` (FIPS 180-4, appendix B.1).
    private static let abc = "sha256/ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
    private static let foreign = "sha256/" + Data(count: 32).base64EncodedString()

    @Test("a pinned key is accepted, and the error for any other key contains that key's pin")
    func allow() throws {
        let check = try KeyCheck(trust: policy(), hashing: FakeHashing(), time: ManualClock())
        try check.allow({ Array("abc".utf8) }, of: "a.example")
        let error = #expect(throws: KeyRefusal.self) { try check.allow({ Array("abd".utf8) }, of: "A.example.") }
        guard case .unpinned(_?, host: "A.example.") = error else {
            Issue.record("expected a pin, got \(String(describing: error))")
            return
        }
        #expect(error?.reason.contains("sha256/") == true && error?.reason.contains("A.example.") == true)
    }

    @Test("a host without pins needs no key, and a host with pins is rejected without one")
    func otherHost() throws {
        let check = try KeyCheck(trust: policy(), hashing: FakeHashing(), time: ManualClock())
        var needsKey = false
        let key: () -> [UInt8]? = {
            needsKey = true
            return nil
        }
        try check.allow(key, of: "b.example")
        #expect(!needsKey)
        let error = #expect(throws: KeyRefusal.self) { try check.allow(key, of: "a.example") }
        #expect(needsKey)
        #expect(error == .unreadable)
    }

    @Test("plain http is rejected for a host with pins in every spelling, and for no other host")
    func plain() throws {
        let check = try KeyCheck(trust: policy(), hashing: FakeHashing(), time: ManualClock())
        for host in ["a.example", "A.example."] {
            let error = #expect(throws: KeyRefusal.self) { try check.allowPlain(host) }
            #expect(error == .unencrypted(host: host))
        }
        try check.allowPlain("b.example")
    }

    @Test("an expired pin set no longer applies")
    func expiry() throws {
        let clock = ManualClock()
        let trust = try policy(expires: clock.now.addingTimeInterval(1))
        let check = try KeyCheck(trust: trust, hashing: FakeHashing(), time: clock)
        #expect(throws: KeyRefusal.self) { try check.allow({ [] }, of: "a.example") }
        clock.advance(by: .seconds(1))
        try check.allow({ [] }, of: "a.example")
    }

    @Test("pins without a SHA-256 implementation are rejected, and the error says which one to pass")
    func algorithm() throws {
        let trust = try policy()
        for hashing: (any ContentHashing)? in [nil, OtherHashing()] {
            let error = #expect(throws: TrustPolicyError.pinsNeedSHA256(given: hashing?.algorithm)) {
                try KeyCheck(trust: trust, hashing: hashing, time: ManualClock())
            }
            #expect(error?.description.contains("SHA256Hashing") == true)
            #expect(error?.description.contains(hashing?.algorithm ?? "nothing") == true)
        }
        _ = try KeyCheck(trust: TrustPolicy(), hashing: nil, time: ManualClock())
    }

    private func policy(expires: Date? = nil) throws -> TrustPolicy {
        var trust = TrustPolicy()
        trust.pins = [
            try PinSet(host: "a.example", keys: [KeyPin(Self.abc), KeyPin(Self.foreign)], expires: expires)
        ]
        return trust
    }

    /// Correct in everything but its algorithm.
    private struct OtherHashing: ContentHashing {
        var algorithm: String { "sha-512" }

        func begin() -> any ContentHash { FakeHashing().begin() }
    }
}
