public import Primitives

/// A fake of `RandomSource` that always returns the same number.
public struct SteadyRandom: RandomSource {
    private let bits: UInt64

    /// - Parameter unit: the number that every call of `nextUnit()` returns, in `0 ..< 1`.
    public init(_ unit: Double) {
        bits = UInt64(unit * 0x1p53) << 11
    }

    public func next() -> UInt64 { bits }
}
