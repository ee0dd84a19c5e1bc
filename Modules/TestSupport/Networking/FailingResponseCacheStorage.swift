public import HTTPCaching
public import Networking

/// A failing double of ``ResponseCacheStorage``, for calls that pass by the cache: each use throws
/// the text of an ``UnexpectedCall``.
public struct FailingResponseCacheStorage: ResponseCacheStorage {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
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
        let call = origin.unexpectedCall("ResponseCacheStorage.\(method)")
        return ResponseCacheStorageError(reason: call.description)
    }
}
