public import Foundation
public import Primitives
import Synchronization

/// A fake of `IdentifierSource` that counts: `00000000-0000-4000-8000-000000000001`, then `…002`. Each has the form
/// of a random identifier (RFC 9562, version 4).
public final class SequentialIdentifierSource: IdentifierSource {
    private let count = Mutex<UInt32>(0)

    /// A source that starts with 1.
    public init() {}

    public func next() -> UUID {
        Self.identifier(
            count.withLock { count in
                count += 1
                return count
            })
    }

    /// The result of the `number`th call of ``next()``.
    public static func identifier(_ number: UInt32) -> UUID {
        let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
        return UUID(
            uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, bytes[0], bytes[1], bytes[2], bytes[3]))
    }
}
