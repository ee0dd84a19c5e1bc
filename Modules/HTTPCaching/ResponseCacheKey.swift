public import Networking

/// Under which a response is kept (RFC 9111 section 2): only `GET` is cached, so the method is no part of it.
public struct ResponseCacheKey: Sendable, Hashable, Codable {
    /// Who may see the response.
    public let partition: CredentialPartition
    /// What was asked for.
    public let target: RequestTarget

    /// A key from its parts.
    public init(partition: CredentialPartition, target: RequestTarget) {
        self.partition = partition
        self.target = target
    }
}
