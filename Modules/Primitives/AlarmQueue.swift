/// What is to happen at which moment, without any clock: first by moment, then by arrival.
///
/// Most alarms of this workspace are turned off before their moment, for most calls end in time. So what is removed from
/// the middle stays as an empty place in the heap until the empty places are the majority.
package struct AlarmQueue<Content> {
    package typealias ID = Int

    private struct Place: Comparable {
        let moment: Duration
        let id: ID

        static func < (left: Place, right: Place) -> Bool {
            (left.moment, left.id) < (right.moment, right.id)
        }
    }

    private var contents: [ID: Content] = [:]
    /// A binary heap: no place comes before its parent, at half its index.
    private var places: [Place] = []
    private var lastID = 0

    package init() {}

    package var count: Int { contents.count }

    /// A name for one alarm, by which it can be removed, even before it is added.
    package mutating func makeID() -> ID {
        lastID += 1
        return lastID
    }

    /// Adds `content`, due at `moment`.
    package mutating func add(_ content: Content, at moment: Duration, as id: ID) {
        contents[id] = content
        places.append(Place(moment: moment, id: id))
        var child = places.count - 1
        while child > 0, places[child] < places[(child - 1) / 2] {
            places.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// What was added as `id`, or `nil` if it is gone already.
    package mutating func remove(_ id: ID) -> Content? {
        let content = contents.removeValue(forKey: id)
        if places.count > 2 * contents.count + 32 {
            // Sorted, it is a heap as well.
            places = places.filter { contents[$0.id] != nil }.sorted()
        }
        return content
    }

    /// When the first is due, or `nil` if there is none.
    package mutating func nextMoment() -> Duration? {
        while let first = places.first, contents[first.id] == nil { removeFirstPlace() }
        return places.first?.moment
    }

    /// The first, if it is due at `moment`.
    package mutating func removeFirst(dueAt moment: Duration) -> Content? {
        guard let next = nextMoment(), next <= moment else { return nil }
        return contents.removeValue(forKey: removeFirstPlace().id)
    }

    @discardableResult
    private mutating func removeFirstPlace() -> Place {
        places.swapAt(0, places.count - 1)
        let first = places.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < places.count && places[child] < places[least] {
                least = child
            }
            guard least != parent else { return first }
            places.swapAt(parent, least)
            parent = least
        }
    }
}
