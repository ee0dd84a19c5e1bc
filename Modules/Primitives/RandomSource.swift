public import Foundation

/// Generates random numbers: a port, so that tests can seed jitter and replay a failing run.
public protocol RandomSource: Sendable {
    /// 64 uniformly random bits.
    func next() -> UInt64
}

extension RandomSource {
    /// A uniformly random number in `0 ..< 1`, with the 53 bits of a `Double`'s precision.
    public func nextUnit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}

/// The operating system's random number generator.
public struct SystemRandomSource: RandomSource {
    /// Creates a source, which has no state of its own.
    public init() {}

    public func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}

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

extension UUID {
    /// The text in lower case, as in RFC 9562 section 4, such as `018f3a5c-7b1d-4c9e-8f00-2d3a4b5c6d7e`.
    ///
    /// Foundation's `uuidString` is in upper case and slow on Linux: it uses C's `snprintf` (Swift 6.3), with 6,700
    /// instructions for each call.
    public var text: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { buffer in
                var place = 0
                for (index, byte) in bytes.enumerated() {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        buffer[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    buffer[place] = Self.digit(byte >> 4)
                    buffer[place + 1] = Self.digit(byte & 0xF)
                    place += 2
                }
                return place
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
