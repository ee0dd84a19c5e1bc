public import Foundation
public import Models

/// A page of a list, and whether it comes from the server or is a stored copy.
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
        /// A copy on this machine, stored at the time `at`. The failure says why the server could not be reached.
        case stored(at: Date, because: ServiceFailure)
    }
}
