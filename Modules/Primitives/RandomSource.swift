/// Where random numbers come from: a port, so that jitter can be seeded and a failing run replayed.
public protocol RandomSource: Sendable {
    /// Sixty-four bits, each equally likely to be set.
    func next() -> UInt64
}

extension RandomSource {
    /// A uniform number in `0 ..< 1`, with the 53 bits that a `Double` can hold.
    public func nextUnit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}

/// The operating system's generator.
public struct SystemRandomSource: RandomSource {
    /// A source without state of its own.
    public init() {}

    public func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}
