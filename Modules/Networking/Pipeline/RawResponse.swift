public import Foundation

/// An answer as it came, whatever its status: for tools, and for answers that are no values. Speaks plain words, so that
/// whoever prints it needs no HTTP library.
public struct RawResponse: Sendable, Equatable {
    public let status: Int
    /// What the server says beside the status; empty where the transport or the protocol has none.
    public let reason: String
    /// In their order, duplicates included.
    public let headers: [HeaderField]
    /// Decoded from `gzip` and the like.
    public let body: Data
    /// Sent as X-Request-Id.
    public let requestID: UUID
    /// How often the request was put on the wire; 0 for an answer from the cache.
    public let attempts: Int

    /// An answer from its parts.
    public init(status: Int, reason: String, headers: [HeaderField], body: Data, requestID: UUID, attempts: Int) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
        self.requestID = requestID
        self.attempts = attempts
    }

    /// The first value of `name`, in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
