public import Foundation

/// Where new identifiers come from (request ids, boundaries, idempotency keys): a port, so that tests can name them
/// in advance.
public protocol IdentifierSource: Sendable {
    /// An identifier that this source has not given out before.
    func next() -> UUID
}

/// Random version 4 identifiers (RFC 9562).
public struct RandomIdentifierSource: IdentifierSource {
    /// A source without state of its own.
    public init() {}

    public func next() -> UUID {
        UUID()
    }
}
