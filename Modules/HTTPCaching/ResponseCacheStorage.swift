public import Networking

/// Stores the responses of a response cache: a port, so that this module depends on no database.
///
/// Choose ``InMemoryResponseCache``, or write a store that survives a restart and run `ResponseCacheStorageContract`
/// of ContractSuites on it. A store sets its own limits and may remove any response at any time, even one that was just
/// saved. Calls wait for the store, but its errors do not fail a call.
///
/// Stored responses are as private as the user's data: store them in files that only this user can read.
public protocol ResponseCacheStorage: Sendable {
    /// All responses stored for `key`: one for each variant, in any order.
    func responses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError) -> [StoredResponse]

    /// Stores `response`, replacing the one with the same key and variant.
    func save(
        _ response: StoredResponse, for key: ResponseCacheKey
    ) async throws(ResponseCacheStorageError)

    /// Removes every variant of `key`.
    func removeResponses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError)

    /// Removes all responses of `partition`, as a logout requires. End the credential provider first
    /// (`CredentialProvider.end()`), so that no running call stores a response afterwards.
    func removeAll(in partition: CredentialPartition) async throws(ResponseCacheStorageError)
}

/// Why a store could not read, save or remove a response.
public struct ResponseCacheStorageError: Error, Sendable, Equatable {
    /// One sentence in English, without any part of a response.
    public let reason: String

    /// - Parameter reason: one sentence in English, without any part of a response.
    public init(reason: String) {
        self.reason = reason
    }
}
