public import HTTPCaching
public import Networking

/// A mock of `ResponseCacheStorage`: returns the responses that a test sets up and records each call. A call without
/// a response throws a `ResponseCacheStorageError` with the text of an ``UnexpectedCall``.
public final class MockResponseCacheStorage: ResponseCacheStorage {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case responses(ResponseCacheKey)
        case save(StoredResponse, ResponseCacheKey)
        case removeResponses(ResponseCacheKey)
        case removeAll(CredentialPartition)
    }

    private let responsesResponse: MockResponse<ResponseCacheKey, [StoredResponse], ResponseCacheStorageError>?
    private let saveResponse: MockResponse<(StoredResponse, ResponseCacheKey), Void, ResponseCacheStorageError>?
    private let removeResponse: MockResponse<ResponseCacheKey, Void, ResponseCacheStorageError>?
    private let removeAllResponse: MockResponse<CredentialPartition, Void, ResponseCacheStorageError>?
    private let recorder: MockRecorder<Call>

    /// - Parameter base: responds to the calls that have no response of their own.
    public init(
        over base: (any ResponseCacheStorage)? = nil,
        responses: MockResponse<ResponseCacheKey, [StoredResponse], ResponseCacheStorageError>? = nil,
        save: MockResponse<(StoredResponse, ResponseCacheKey), Void, ResponseCacheStorageError>? = nil,
        removeResponses: MockResponse<ResponseCacheKey, Void, ResponseCacheStorageError>? = nil,
        removeAll: MockResponse<CredentialPartition, Void, ResponseCacheStorageError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        responsesResponse =
            responses
            ?? base.map { base in
                .closure { call throws(ResponseCacheStorageError) in try await base.responses(for: call) }
            }
        saveResponse =
            save
            ?? base.map { base in
                .closure { call throws(ResponseCacheStorageError) in try await base.save(call.0, for: call.1) }
            }
        removeResponse =
            removeResponses
            ?? base.map { base in
                .closure { call throws(ResponseCacheStorageError) in try await base.removeResponses(for: call) }
            }
        removeAllResponse =
            removeAll
            ?? base.map { base in
                .closure { call throws(ResponseCacheStorageError) in try await base.removeAll(in: call) }
            }
        recorder = MockRecorder("ResponseCacheStorage", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func responses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError) -> [StoredResponse] {
        try await recorder.respond(to: .responses(key), key, with: responsesResponse)
    }

    public func save(
        _ response: StoredResponse, for key: ResponseCacheKey
    ) async throws(ResponseCacheStorageError) {
        try await recorder.respond(to: .save(response, key), (response, key), with: saveResponse)
    }

    public func removeResponses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError) {
        try await recorder.respond(to: .removeResponses(key), key, with: removeResponse)
    }

    public func removeAll(in partition: CredentialPartition) async throws(ResponseCacheStorageError) {
        try await recorder.respond(to: .removeAll(partition), partition, with: removeAllResponse)
    }
}
