public import Foundation
public import HTTPCaching
public import HTTPTypes
public import Networking

extension ResponseCacheKey {
    /// The key of `path` in the fixture environment, by default in the partition of a client's unsigned calls.
    public static func fixture(
        _ path: String = "/fixture", in partition: CredentialPartition = .client("fixture")
    ) -> ResponseCacheKey {
        ResponseCacheKey(
            partition: partition, target: RequestTarget(scheme: "https", authority: "api.example.com", path: path))
    }
}

extension StoredResponse {
    /// A response with `text`, generated and received in the first second of 2026 and fresh for a minute.
    public static func fixture(
        _ text: String = "pen", status: HTTPResponse.Status = .ok,
        fields: HTTPFields = [.date: "Thu, 01 Jan 2026 00:00:00 GMT", .cacheControl: "max-age=60"],
        variant: [String: [String]] = [:], receivedAt: Date = Date(timeIntervalSince1970: 1_767_225_600),
        initialAge: TimeInterval = 0
    ) -> StoredResponse {
        StoredResponse(
            head: HTTPResponse(status: status, headerFields: fields), body: Data(text.utf8),
            variant: ResponseVariant(selectors: variant), receivedAt: receivedAt, initialAge: initialAge)
    }
}

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
        responsesResponse = .of(responses, base) { base, call throws(ResponseCacheStorageError) in
            try await base.responses(for: call)
        }
        saveResponse = .of(save, base) { base, call throws(ResponseCacheStorageError) in
            try await base.save(call.0, for: call.1)
        }
        removeResponse = .of(removeResponses, base) { base, call throws(ResponseCacheStorageError) in
            try await base.removeResponses(for: call)
        }
        removeAllResponse = .of(removeAll, base) { base, call throws(ResponseCacheStorageError) in
            try await base.removeAll(in: call)
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
