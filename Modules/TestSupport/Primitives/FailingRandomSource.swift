public import Primitives
public import Testing

/// A failing double of ``RandomSource``, for code that leaves nothing to chance: each use records a test failure.
public struct FailingRandomSource: RandomSource {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    /// Records a failure; zero.
    public func next() -> UInt64 {
        _ = UnexpectedCall.record("RandomSource.next()", sourceLocation: sourceLocation)
        return 0
    }
}
