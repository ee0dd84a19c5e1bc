import Networking

/// Responses of all partitions, limited in number and size; the least recently used ones are removed first.
///
/// Removing a whole partition takes constant time. Making room takes time in proportion to the number of partitions. No
/// operation becomes slower with the number of stored responses.
struct BoundedResponses {
    let maximumCount: Int
    let maximumSize: Int
    private(set) var count = 0
    /// The size of all responses, in bytes.
    private(set) var size = 0
    /// Contains no empty partition.
    private var partitions: [CredentialPartition: RecentResponses] = [:]
    private var uses = 0

    /// How many variants of one key are stored. More variants would slow down every lookup of the key, and responses
    /// that vary so much are rarely reusable.
    static let maximumVariants = 8

    init(maximumCount: Int, maximumSize: Int) {
        self.maximumCount = maximumCount
        self.maximumSize = maximumSize
    }

    /// Returns all variants of `key` and marks them as used.
    mutating func use(_ key: ResponseCacheKey) -> [StoredResponse] {
        uses += 1
        return partitions[key.partition]?.use(key.target, at: uses) ?? []
    }

    /// Stores `response` in place of one with the same variant, and removes responses until the limits are met. A
    /// response larger than the whole cache is not stored.
    mutating func insert(_ response: StoredResponse, for key: ResponseCacheKey) {
        let (size, fits) = (response.size, response.size <= maximumSize && maximumCount > 0)
        uses += 1
        change(key.partition) { [uses] responses in
            responses.remove(key.target) { $0.variant == response.variant }
            guard fits else { return }
            responses.insert(response, of: size, for: key.target, at: uses)
            responses.removeVariants(of: key.target, beyond: Self.maximumVariants)
        }
        while count > maximumCount || self.size > maximumSize, let partition = leastRecentlyUsed() {
            change(partition) { $0.removeOldest() }
        }
    }

    mutating func remove(_ key: ResponseCacheKey) {
        change(key.partition) { $0.remove(key.target) }
    }

    /// Removes a partition and returns it. Releasing its responses takes time in proportion to their number, so the
    /// caller does that after releasing its lock.
    mutating func removeAll(in partition: CredentialPartition) -> RecentResponses? {
        guard let removed = partitions.removeValue(forKey: partition) else { return nil }
        count -= removed.count
        size -= removed.size
        return removed
    }

    private func leastRecentlyUsed() -> CredentialPartition? {
        partitions.min { ($0.value.oldestUse ?? .max) < ($1.value.oldestUse ?? .max) }?.key
    }

    private mutating func change(_ partition: CredentialPartition, _ body: (inout RecentResponses) -> Void) {
        // Removed from the dictionary, so that the responses are changed in place and not copied.
        var responses = partitions.removeValue(forKey: partition) ?? RecentResponses()
        count -= responses.count
        size -= responses.size
        body(&responses)
        count += responses.count
        size += responses.size
        if responses.count > 0 { partitions[partition] = responses }
    }
}
