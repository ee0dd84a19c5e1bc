/// Records which resources changed while requests for them were running. The response to such a request may predate the
/// change, so it is not stored.
///
/// Most requests are never affected, so a request only gets a number. Keys, which are long, are looked up only after a
/// change. Every operation is short and synchronous; a shared value needs a lock.
struct InFlightRequests {
    private var begun = 0
    private var underWay = 0
    /// For each changed key, the number of the last request that started before the change.
    private var overtakings: [ResponseCacheKey: Int] = [:]
    /// Requests up to this number count as overtaken whatever their key, because more keys have changed than are
    /// recorded.
    private var lastSuspect = 0

    /// How many changed keys are recorded.
    private static let capacity = 256

    struct Flight {
        fileprivate let number: Int
    }

    /// Registers a request that starts.
    mutating func begin() -> Flight {
        begun += 1
        underWay += 1
        return Flight(number: begun)
    }

    /// Records that the resource of `key` has changed: all running requests for it are overtaken.
    mutating func overtake(_ key: ResponseCacheKey) {
        guard underWay > 0 else { return }
        if overtakings.count == Self.capacity, overtakings[key] == nil {
            lastSuspect = begun
            overtakings = [:]
        } else {
            overtakings[key] = begun
        }
    }

    /// Whether the resource of `key` has changed since `flight` started. Call this only before the flight ends.
    func isOvertaken(_ flight: Flight, for key: ResponseCacheKey) -> Bool {
        flight.number <= max(lastSuspect, overtakings[key] ?? 0)
    }

    /// Ends a request, whether its response was stored or not. Call this once for each flight.
    mutating func end() {
        underWay -= 1
        if underWay == 0, !overtakings.isEmpty { overtakings = [:] }
    }

    /// How many changed keys are recorded now.
    var changes: Int { overtakings.count }
}
