/// Responses in the order of their last use, within a number and a size.
///
/// The order is a doubly linked list through a dictionary, so that a response moves to the front, or goes, in constant
/// time.
struct BoundedResponses {
    let maximumCount: Int
    let maximumSize: Int
    /// In bytes.
    private(set) var size = 0
    private var entries: [Int: Entry] = [:]
    /// Ids by place; never an empty list or dictionary.
    private var places: [CredentialPartition: [RequestTarget: [Int]]] = [:]
    private var newest: Int?
    private var oldest: Int?
    private var lastID = 0

    /// How many variants of one key are kept. More of them would make each look at the key slower, and come from a
    /// server whose answers hardly ever fit twice.
    static let maximumVariants = 8

    private struct Entry {
        let key: ResponseCacheKey
        let response: StoredResponse
        /// Read once: it walks through the fields.
        let size: Int
        var newer: Int?
        var older: Int?
    }

    init(maximumCount: Int, maximumSize: Int) {
        self.maximumCount = maximumCount
        self.maximumSize = maximumSize
    }

    var count: Int { entries.count }

    /// All variants of `key`, which are the last used from now on.
    mutating func use(_ key: ResponseCacheKey) -> [StoredResponse] {
        ids(for: key).compactMap { id in
            moveToFront(id)
            return entries[id]?.response
        }
    }

    /// Keeps `response` in the place of the same variant's, and removes what is too much; a response that is too large
    /// for the whole room is not kept.
    mutating func insert(_ response: StoredResponse, for key: ResponseCacheKey) {
        for id in ids(for: key) where entries[id]?.response.variant == response.variant { remove(id) }
        let entry = Entry(key: key, response: response, size: response.size)
        guard entry.size <= maximumSize, maximumCount > 0 else { return }
        lastID += 1
        entries[lastID] = entry
        size += entry.size
        link(lastID)
        places[key.partition, default: [:]][key.target, default: []].append(lastID)
        let variants = ids(for: key)
        if variants.count > Self.maximumVariants { remove(variants[0]) }
        while count > maximumCount || size > maximumSize, let oldest { remove(oldest) }
    }

    mutating func remove(_ key: ResponseCacheKey) {
        for id in ids(for: key) { remove(id) }
    }

    mutating func removeAll(in partition: CredentialPartition) {
        for id in (places[partition] ?? [:]).values.joined() { remove(id) }
    }

    /// By arrival.
    private func ids(for key: ResponseCacheKey) -> [Int] {
        places[key.partition]?[key.target] ?? []
    }

    private mutating func remove(_ id: Int) {
        guard let entry = entries[id] else { return }
        unlink(id)
        entries[id] = nil
        size -= entry.size
        let key = entry.key
        places[key.partition]?[key.target]?.removeAll { $0 == id }
        if places[key.partition]?[key.target]?.isEmpty == true { places[key.partition]?[key.target] = nil }
        if places[key.partition]?.isEmpty == true { places[key.partition] = nil }
    }

    private mutating func moveToFront(_ id: Int) {
        guard newest != id else { return }
        unlink(id)
        link(id)
    }

    private mutating func link(_ id: Int) {
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
