public import Foundation
public import Models

/// A page of a list as a server sent it, and when it was stored.
public struct StoredPage<Item: Sendable>: Sendable {
    public let page: Page<Item>
    /// When the page was stored, on the wall clock.
    public let storedAt: Date

    /// Creates a stored page from its parts.
    public init(_ page: Page<Item>, storedAt: Date) {
        self.page = page
        self.storedAt = storedAt
    }
}

extension StoredPage: Equatable where Item: Equatable {}
