public import Foundation
public import Primitives
public import Testing

/// A failing double of ``IdentifierSource``, for code that names nothing: each use records a test failure.
public struct FailingIdentifierSource: IdentifierSource {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    /// Records a failure; the identifier of sixteen zero bytes (RFC 9562's nil UUID).
    public func next() -> UUID {
        _ = UnexpectedCall.record("IdentifierSource.next()", sourceLocation: sourceLocation)
        return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }
}
