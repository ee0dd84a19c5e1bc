import Foundation
public import Primitives
public import Testing

/// A failing double of ``ContentHashing``, for content that nobody checks: each use records a test failure.
public struct FailingHashing: ContentHashing {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public var algorithm: String { "sha-256" }

    /// Records a failure; a hash whose digest has no bytes.
    public func begin() -> any ContentHash {
        _ = UnexpectedCall.record("ContentHashing.begin()", sourceLocation: sourceLocation)
        return Nothing()
    }

    private struct Nothing: ContentHash {
        mutating func update(_ bytes: UnsafeRawBufferPointer) {}

        func digest() -> ContentDigest { ContentDigest(algorithm: "sha-256", bytes: Data()) }
    }
}
