import Networking

/// Responses of all partitions, limited in number and size; the least recently used ones are removed first.
///
/// Removing a whole partition takes constant time. Making room takes time in proportion to the number of partitions,
/// for each response that it removes. No other operation becomes slower with the number of responses or partitions.
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

/// The responses of one partition of ``BoundedResponses``, in the order of their last use.
///
/// The order is a doubly linked list in a dictionary, so that a response moves to the front, or is removed, in constant
/// time.
struct RecentResponses {
    /// The size of all responses, in bytes.
    private(set) var size = 0
    private var entries: [Int: Entry] = [:]
    /// Ids in the order of arrival; contains no empty list.
    private var places: [RequestTarget: [Int]] = [:]
    private var newest: Int?
    private var oldest: Int?
    private var lastID = 0

    private struct Entry {
        let target: RequestTarget
        let response: StoredResponse
        /// Computed once, because it reads all header fields.
        let size: Int
        var lastUse: Int
        var newer: Int?
        var older: Int?
    }

    var count: Int { entries.count }

    /// The use number of the least recently used response.
    var oldestUse: Int? { oldest.flatMap { entries[$0]?.lastUse } }

    /// Returns all variants of `target` and marks them as used; `use` is a number that grows with each use.
    mutating func use(_ target: RequestTarget, at use: Int) -> [StoredResponse] {
        ids(for: target).compactMap { id in
            entries[id]?.lastUse = use
            moveToFront(id)
            return entries[id]?.response
        }
    }

    mutating func insert(_ response: StoredResponse, of size: Int, for target: RequestTarget, at use: Int) {
        lastID += 1
        entries[lastID] = Entry(target: target, response: response, size: size, lastUse: use)
        self.size += size
        insertAtFront(lastID)
        places[target, default: []].append(lastID)
    }

    mutating func remove(_ target: RequestTarget, where matches: (StoredResponse) -> Bool = { _ in true }) {
        for id in ids(for: target) {
            if let entry = entries[id], matches(entry.response) { remove(id) }
        }
    }

    /// Removes all but the `count` variants that were stored last.
    mutating func removeVariants(of target: RequestTarget, beyond count: Int) {
        for id in ids(for: target).dropLast(count) { remove(id) }
    }

    mutating func removeOldest() {
        if let oldest { remove(oldest) }
    }

    private func ids(for target: RequestTarget) -> [Int] { places[target] ?? [] }

    private mutating func remove(_ id: Int) {
        guard let entry = entries[id] else { return }
        unlink(id)
        entries[id] = nil
        size -= entry.size
        places[entry.target]?.removeAll { $0 == id }
        if places[entry.target]?.isEmpty == true { places[entry.target] = nil }
    }

    private mutating func moveToFront(_ id: Int) {
        guard newest != id else { return }
        unlink(id)
        insertAtFront(id)
    }

    private mutating func insertAtFront(_ id: Int) {
        entries[id]?.newer = nil
        entries[id]?.older = newest
        if let newest { entries[newest]?.newer = id }
        newest = id
        if oldest == nil { oldest = id }
    }

    private mutating func unlink(_ id: Int) {
        guard let entry = entries[id] else { return }
        if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
        if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
    }
}
