public import HTTPCaching
public import Networking
public import Testing

/// A failing double of ``ResponseCacheStorage``, for calls that pass by the cache: each use records a test failure and
/// throws.
public struct FailingResponseCacheStorage: ResponseCacheStorage {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public func responses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError) -> [StoredResponse] {
        throw failure("responses(for:)")
    }

    public func save(
        _ response: StoredResponse, for key: ResponseCacheKey
    ) async throws(ResponseCacheStorageError) { throw failure("save(_:for:)") }

    public func removeResponses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError) {
        throw failure("removeResponses(for:)")
    }

    public func removeAll(in partition: CredentialPartition) async throws(ResponseCacheStorageError) {
        throw failure("removeAll(in:)")
    }

    private func failure(_ method: String) -> ResponseCacheStorageError {
        let call = UnexpectedCall.record("ResponseCacheStorage.\(method)", sourceLocation: sourceLocation)
        return ResponseCacheStorageError(reason: call.description)
    }
}
