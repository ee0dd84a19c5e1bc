import Foundation
package import Primitives

/// Checks server keys against a policy's pins. A transport uses it on every new connection, because a pin may have
/// expired since the previous connection.
package struct KeyCheck: Sendable {
    package let trust: TrustPolicy
    package let time: any TimeSource
    private let hashing: (any ContentHashing)?

    /// Creates a check for a policy without pins, which accepts every key.
    package init(time: any TimeSource) {
        trust = TrustPolicy()
        self.time = time
        hashing = nil
    }

    /// Throws if the policy has pins and `hashing` does not compute SHA-256.
    package init(
        trust: TrustPolicy, hashing: (any ContentHashing)?, time: any TimeSource
    ) throws(TrustPolicyError) {
        guard trust.pins.isEmpty || hashing?.algorithm == KeyPin.algorithm else {
            throw .pinsNeedSHA256(given: hashing?.algorithm)
        }
        self.trust = trust
        self.time = time
        self.hashing = hashing
    }

    /// Throws if `host` has pins and none of them matches this key.
    ///
    /// - Parameter key: called only if the host has pins. Returns the SubjectPublicKeyInfo in DER; `nil` if unreadable.
    package func allow(_ key: () -> [UInt8]?, of host: String) throws(KeyRefusal) {
        guard let pins = trust.requiredKeys(of: host, at: time.now) else { return }
        guard let key = key() else { throw .unreadable }
        let pin = pin(of: key)
        guard let pin, pins.contains(pin) else { throw .unpinned(pin, host: host) }
    }

    /// Throws if `host` has pins, because a connection without TLS has no key to check.
    package func allowPlain(_ host: String) throws(KeyRefusal) {
        guard !trust.pins.isEmpty, trust.requiredKeys(of: host, at: time.now) != nil else { return }
        throw .unencrypted(host: host)
    }

    private func pin(of key: [UInt8]) -> KeyPin? {
        guard var hash = hashing?.begin() else { return nil }
        key.withUnsafeBytes { hash.update($0) }
        return KeyPin(digest: Array(hash.digest().bytes))
    }
}
