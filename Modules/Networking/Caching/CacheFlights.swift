/// Which keys are being asked for, so that an answer that an unsafe call has overtaken is not kept: it may be from
/// before the change.
///
/// Every step is short and synchronous; whoever shares a value holds a lock around each.
struct CacheFlights {
    private var underWay: [ResponseCacheKey: Traffic] = [:]

    private struct Traffic {
        var flights = 0
        var overtakings = 0
    }

    /// One request under way.
    struct Flight {
        let key: ResponseCacheKey
        fileprivate let overtakings: Int
    }

    /// A request for `key` goes out.
    mutating func begin(_ key: ResponseCacheKey) -> Flight {
        underWay[key, default: Traffic()].flights += 1
        return Flight(key: key, overtakings: underWay[key]?.overtakings ?? 0)
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
        let isOvertaken = isOvertaken(flight)
        underWay[flight.key]?.flights -= 1
        if underWay[flight.key]?.flights == 0 { underWay[flight.key] = nil }
        return isOvertaken
    }

    /// Whether nothing is under way.
    var isEmpty: Bool { underWay.isEmpty }
}
