public import HTTPCaching
public import Networking

/// A stub of ``ResponseCacheStorage``: ``responses(for:)`` answers what the test said whatever the key, writes are
/// taken and forgotten, and each can be told to fail.
public struct StubResponseCacheStorage: ResponseCacheStorage {
    private let responses: [StoredResponse]
    private let failures: [Operation: ResponseCacheStorageError]

    /// What can be told to fail.
    public enum Operation: Sendable, Hashable, CaseIterable {
        case load, save, remove, removeAll
    }

    /// - Parameters:
    ///   - responses: what is found under each key.
    ///   - failures: what throws instead.
    public init(_ responses: [StoredResponse] = [], failures: [Operation: ResponseCacheStorageError] = [:]) {
        self.responses = responses
        self.failures = failures
    }

    public func responses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError) -> [StoredResponse] {
        try fail(at: .load)
        return responses
    }

    public func save(
        _ response: StoredResponse, for key: ResponseCacheKey
    ) async throws(ResponseCacheStorageError) { try fail(at: .save) }

    public func removeResponses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError) {
        try fail(at: .remove)
    }

    public func removeAll(in partition: CredentialPartition) async throws(ResponseCacheStorageError) {
        try fail(at: .removeAll)
    }

    private func fail(at operation: Operation) throws(ResponseCacheStorageError) {
        if let failure = failures[operation] { throw failure }
    }
}
