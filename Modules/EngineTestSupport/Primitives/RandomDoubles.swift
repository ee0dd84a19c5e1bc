public import Foundation
public import Primitives
import Synchronization

/// A fake of `RandomSource` that returns the same numbers for the same seed, on every platform and in every release.
///
/// SplitMix64, from Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014): for
/// jitter and test data, never for secrets.
public final class SeededRandomSource: RandomSource {
    private let state: Mutex<UInt64>

    /// - Parameter seed: any number; print it when a test fails, so that you can repeat the run.
    public init(seed: UInt64) {
        state = Mutex(seed)
    }

    public func next() -> UInt64 {
        let gamma = state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            return state
        }
        var mixed = (gamma ^ (gamma >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A fake of `RandomSource` that always returns the same number.
public struct SteadyRandom: RandomSource {
    private let bits: UInt64

    /// - Parameter unit: the number that every call of `nextUnit()` returns, in `0 ..< 1`.
    public init(_ unit: Double) {
        bits = UInt64(unit * 0x1p53) << 11
    }

    public func next() -> UInt64 { bits }
}

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
