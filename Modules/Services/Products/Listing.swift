public import Foundation
public import Models

/// A page of a list, and whether it is the server's or a stored copy.
public struct Listing<Item: Sendable>: Sendable {
    public let page: Page<Item>
    public let source: Source

    /// Creates a listing from its parts.
    public init(_ page: Page<Item>, from source: Source) {
        self.page = page
        self.source = source
    }

    /// Where a page comes from.
    public enum Source: Sendable {
        /// The server's response to this call.
        case server
        /// This machine, which stored the server's response at `at` and now gets none, because of the failure.
        case stored(at: Date, because: ServiceFailure)
    }
}
