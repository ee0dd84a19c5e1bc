public import Foundation

/// Generates identifiers (request ids, boundaries, idempotency keys): a port, so that tests can predict them.
public protocol IdentifierSource: Sendable {
    /// An identifier that this source has not returned before.
    func next() -> UUID
}

/// Generates random version 4 UUIDs (RFC 9562).
public struct RandomIdentifierSource: IdentifierSource {
    /// Creates a source, which has no state of its own.
    public init() {}

    public func next() -> UUID {
        // Foundation's `UUID()` opens a file each time (Swift 6.3, Linux).
        var generator = SystemRandomNumberGenerator()
        var bits = (generator.next() as UInt64, generator.next() as UInt64)
        // Version and variant (RFC 9562 section 5.4) are in bytes 6 and 8.
        return withUnsafeMutableBytes(of: &bits) { bytes in
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
            return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        }
    }
}
