public import Networking

/// The key of stored responses (RFC 9111 section 2). It has no method, because only `GET` responses are stored.
public struct ResponseCacheKey: Sendable, Hashable, Codable {
    /// The user or client that may get the response.
    public let partition: CredentialPartition
    /// The URI of the request.
    public let target: RequestTarget

    /// Creates a key from its parts.
    public init(partition: CredentialPartition, target: RequestTarget) {
        self.partition = partition
        self.target = target
    }
}
