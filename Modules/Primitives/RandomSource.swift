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
