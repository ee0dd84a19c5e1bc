import Foundation
import Networking
import Primitives

/// A policy's pins, asked on every new connection: one may have expired since the last.
struct KeyCheck: Sendable {
    let trust: TrustPolicy
    let sha256: @Sendable ([UInt8]) -> [UInt8]
    let time: any TimeSource

    /// Throws ``Networking/TransportError/insecure(_:reason:)`` unless `host` may show this key.
    ///
    /// - Parameter key: a SubjectPublicKeyInfo in DER; asked for only where the host has pins.
    func allow(_ key: () throws -> [UInt8], of host: String) throws {
        guard let pins = trust.requiredKeys(of: host, at: time.now) else { return }
        let pin = KeyPin(digest: sha256(try key()))
        guard let pin, pins.contains(pin) else { throw TLSFailure.unpinned(pin, host: host) }
    }
}
