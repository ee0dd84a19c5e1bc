public import Networking
import Synchronization

/// Stores the responses of a response cache: a port, so that this module depends on no database.
///
/// Choose ``InMemoryResponseCache``, or write a store that survives a restart and run `ResponseCacheStorageContract`
/// of EngineContracts on it. A store sets its own limits and may remove any response at any time, even one that was just
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

/// Caches responses in memory, limited in number and size; the least recently used ones are removed first.
///
/// Responses are stored separately for each partition. How long an operation locks the cache does not depend on the
/// number of stored responses, except that making room takes time for each response that it removes.
///
/// One cache may serve several clients: a response is only found under its own origin and partition.
public final class InMemoryResponseCache: ResponseCacheStorage {
    private let responses: Mutex<BoundedResponses>

    /// - Parameters:
    ///   - maximumCount: how many responses are stored; each variant counts as one.
    ///   - maximumSize: the size of all responses together, in bytes (``StoredResponse/size``); 16 MiB by default.
    public init(maximumCount: Int = 1_000, maximumSize: Int = 16 * 1024 * 1024) {
        responses = Mutex(BoundedResponses(maximumCount: maximumCount, maximumSize: maximumSize))
    }

    /// How many responses are stored.
    public var count: Int { responses.withLock { $0.count } }

    /// The size of all stored responses, in bytes.
    public var size: Int { responses.withLock { $0.size } }

    public func responses(
        for key: ResponseCacheKey
    ) async throws(ResponseCacheStorageError) -> [StoredResponse] {
        responses.withLock { $0.use(key) }
    }

    public func save(
        _ response: StoredResponse, for key: ResponseCacheKey
    ) async throws(ResponseCacheStorageError) {
        responses.withLock { $0.insert(response, for: key) }
    }

    public func removeResponses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError) {
        responses.withLock { $0.remove(key) }
    }

    public func removeAll(in partition: CredentialPartition) async throws(ResponseCacheStorageError) {
        // The responses are released here, after the lock.
        _ = responses.withLock { $0.removeAll(in: partition) }
    }
}
