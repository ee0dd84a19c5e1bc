import Networking

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

    /// Removes all but the last `count` variants that were stored.
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
