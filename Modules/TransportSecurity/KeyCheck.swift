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

/// Why ``KeyCheck`` refused a server. A transport reports it as an insecure connection.
package enum KeyRefusal: Error, Sendable, Equatable {
    /// The public key of the server's certificate can't be read.
    case unreadable
    /// The key matches no pin of the host. The pin is that of the refused key, so that a developer can add it to the
    /// policy; `nil` if it could not be computed.
    case unpinned(KeyPin?, host: String)
    /// The host has pins, but the connection has no TLS.
    case unencrypted(host: String)

    /// The reason as one sentence in English.
    package var reason: String {
        switch self {
        case .unreadable: return "The key of the server's certificate can't be read."
        case .unpinned(let pin, let host):
            // A fingerprint is not secret, and you need it to update the pins.
            let key = pin.map { " (\($0))" } ?? ""
            return "The key\(key) of the server's certificate matches no pin of this app for \(host)."
        case .unencrypted(let host):
            return "This app pins the keys of \(host), and a connection over plain http has no key."
        }
    }
}
