public import Networking

/// Where a response cache keeps its answers: a port, so that this module knows no database.
///
/// Choose ``InMemoryResponseCache``, or write one that survives a restart; then run `ResponseCacheStorageContract` of
/// TestSupport on it. A store decides alone what it has room for: it may forget anything at any time, a response that
/// was just saved included. It is waited for on the time of the call, and none of its errors fails a call.
///
/// What it keeps is as private as the answers are: a file belongs where only this user reads it.
public protocol ResponseCacheStorage: Sendable {
    /// Everything that is kept for `key`: one response for each variant, in any order.
    func responses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError) -> [StoredResponse]

    /// Keeps `response` and forgets the one for the same key and variant.
    func save(
        _ response: StoredResponse, for key: ResponseCacheKey
    ) async throws(ResponseCacheStorageError)

    /// Forgets every variant of `key`.
    func removeResponses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError)

    /// Forgets all that is kept for `partition`, as a sign-out needs it. The authority ends first
    /// (``CredentialProvider/end()``): then no call that is still under way brings an answer back.
    func removeAll(in partition: CredentialPartition) async throws(ResponseCacheStorageError)
}

/// Why a response was not kept, found or forgotten.
public struct ResponseCacheStorageError: Error, Sendable, Equatable {
    /// One sentence for people, without any part of a response.
    public let reason: String

    /// - Parameter reason: one sentence for people.
    public init(reason: String) {
        self.reason = reason
    }
}
