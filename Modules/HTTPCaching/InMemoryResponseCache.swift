public import Networking
import Synchronization

/// Keeps responses for as long as it lives, within a number and a size; of what is too much, those go first that were
/// not asked for longest. Responses are apart for each partition: every operation, ``removeAll(in:)`` included, holds the
/// lock for the same time however many responses are stored.
///
/// One may serve several clients: an answer is found only under its own origin and partition.
public final class InMemoryResponseCache: ResponseCacheStorage {
    private let responses: Mutex<BoundedResponses>

    /// - Parameters:
    ///   - maximumCount: of responses, each variant counting as one.
    ///   - maximumSize: of all responses together, in bytes (``StoredResponse/size``); 16 MiB by default.
    public init(maximumCount: Int = 1_000, maximumSize: Int = 16 * 1024 * 1024) {
        responses = Mutex(BoundedResponses(maximumCount: maximumCount, maximumSize: maximumSize))
    }

    /// How many responses are kept.
    public var count: Int { responses.withLock { $0.count } }

    /// What they take, in bytes.
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
        // Released here, where no other call waits for the lock.
        _ = responses.withLock { $0.removeAll(in: partition) }
    }
}
