import Networking

/// Responses in the order of their last use, within a number and a size, apart for each partition.
///
/// A partition is taken out whole, in constant time. Making room takes time in proportion to the number of partitions,
/// and nothing takes longer the more responses are stored.
struct BoundedResponses {
    let maximumCount: Int
    let maximumSize: Int
    private(set) var count = 0
    /// In bytes.
    private(set) var size = 0
    /// Never an empty one.
    private var partitions: [CredentialPartition: RecentResponses] = [:]
    private var uses = 0

    /// How many variants of one key are kept. More of them would make each look at the key slower, and come from a
    /// server whose answers hardly ever fit twice.
    static let maximumVariants = 8

    init(maximumCount: Int, maximumSize: Int) {
        self.maximumCount = maximumCount
        self.maximumSize = maximumSize
    }

    /// All variants of `key`, which are the last used from now on.
    mutating func use(_ key: ResponseCacheKey) -> [StoredResponse] {
        uses += 1
        return partitions[key.partition]?.use(key.target, at: uses) ?? []
    }

    /// Keeps `response` in the place of the same variant's, and removes what is too much; a response that is too large
    /// for the whole room is not kept.
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

    /// Takes a partition out. Releasing its responses takes time in proportion to their number, so the caller does that
    /// after it has given its lock back.
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
        // Taken out of the dictionary, so that the responses are changed in place and not copied.
        var responses = partitions.removeValue(forKey: partition) ?? RecentResponses()
        count -= responses.count
        size -= responses.size
        body(&responses)
        count += responses.count
        size += responses.size
        if responses.count > 0 { partitions[partition] = responses }
    }
}
