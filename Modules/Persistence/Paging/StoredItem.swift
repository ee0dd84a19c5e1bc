public import Foundation

/// One item of a stored page, whose type only ``PageStore`` knows.
public struct StoredItem: Sendable, Hashable {
    public let id: String
    /// The item as JSON, of which storages interpret nothing.
    public let json: Data

    /// Creates an item from its parts.
    public init(id: String, json: Data) {
        self.id = id
        self.json = json
    }
}
