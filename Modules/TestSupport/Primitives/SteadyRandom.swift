public import Primitives

/// A stub of ``RandomSource``: every draw is the same part of one.
public struct SteadyRandom: RandomSource {
    private let bits: UInt64

    /// - Parameter unit: 0..<1.
    public init(_ unit: Double) {
        bits = UInt64(unit * 0x1p53) << 11
    }

    public func next() -> UInt64 { bits }
}
