public import Networking
import Synchronization

/// Caches responses in memory, limited in number and size; the least recently used ones are removed first.
///
/// Responses are stored separately for each partition. Every operation, ``removeAll(in:)`` included, locks the cache
/// for the same time however many responses are stored.
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
