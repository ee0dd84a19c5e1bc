public import Foundation

/// One item of a stored page as JSON. Only ``PageStore`` has its type.
public struct StoredItem: Sendable, Hashable {
    public let id: String
    /// The item as JSON, which storages do not interpret.
    public let json: Data

    /// Creates an item from its parts.
    public init(id: String, json: Data) {
        self.id = id
        self.json = json
    }
}
