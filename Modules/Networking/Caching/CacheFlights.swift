/// Which keys are being asked for, so that an answer that an unsafe call has overtaken is not kept: it may be from
/// before the change.
///
/// Every step is short and synchronous; whoever shares a value holds a lock around each.
struct CacheFlights {
    private var underWay: [ResponseCacheKey: Traffic] = [:]

    private struct Traffic {
        var flights = 0
        var overtakings = 0

        mutating func begin() -> Int {
            flights += 1
            return overtakings
        }
    }

    /// One request under way.
    struct Flight {
        let key: ResponseCacheKey
        fileprivate let overtakings: Int
    }

    /// A request for `key` goes out.
    mutating func begin(_ key: ResponseCacheKey) -> Flight {
        // A key is long, and looking it up is what all of this costs: once.
        Flight(key: key, overtakings: underWay[key, default: Traffic()].begin())
    }

    /// What `key` stands for has changed: all flights that have begun are overtaken.
    mutating func overtake(_ key: ResponseCacheKey) {
        underWay[key]?.overtakings += 1
    }

    func isOvertaken(_ flight: Flight) -> Bool {
        underWay[flight.key].map { $0.overtakings != flight.overtakings } ?? true
    }

    /// The request is over, its answer kept or not. Each flight ends once.
    /// - Returns: whether it was overtaken.
    mutating func end(_ flight: Flight) -> Bool {
        guard let place = underWay.index(forKey: flight.key) else { return true }
        let isOvertaken = underWay.values[place].overtakings != flight.overtakings
        underWay.values[place].flights -= 1
        if underWay.values[place].flights == 0 { underWay.remove(at: place) }
        return isOvertaken
    }

    /// Whether nothing is under way.
    var isEmpty: Bool { underWay.isEmpty }
}
