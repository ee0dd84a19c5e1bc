/// Which requests are under way, so that an answer that an unsafe call has overtaken is not kept: it may be from
/// before the change.
///
/// Every request passes here and hardly one is overtaken, so a request only takes a number: keys, which are long, are
/// looked up only where something has changed. Every step is short and synchronous; whoever shares a value holds a lock
/// around each.
struct InFlightRequests {
    private var begun = 0
    private var underWay = 0
    /// For each key that has changed, the last flight that the change has overtaken.
    private var overtakings: [ResponseCacheKey: Int] = [:]
    /// The last flight that is taken for overtaken whatever it asked for, since more has changed than is told apart.
    private var lastSuspect = 0

    /// How many changed keys are told apart.
    private static let capacity = 256

    /// One request under way.
    struct Flight {
        fileprivate let number: Int
    }

    /// A request goes out.
    mutating func begin() -> Flight {
        begun += 1
        underWay += 1
        return Flight(number: begun)
    }

    /// What `key` stands for has changed: all flights that have begun and ask for it are overtaken.
    mutating func overtake(_ key: ResponseCacheKey) {
        guard underWay > 0 else { return }
        if overtakings.count == Self.capacity, overtakings[key] == nil {
            lastSuspect = begun
            overtakings = [:]
        } else {
            overtakings[key] = begun
        }
    }

    /// Whether `key`, for which `flight` asks, has changed since it began. Only for one that has not ended.
    func isOvertaken(_ flight: Flight, for key: ResponseCacheKey) -> Bool {
        flight.number <= max(lastSuspect, overtakings[key] ?? 0)
    }

    /// A request is over, its answer kept or not. Each flight ends once.
    mutating func end() {
        underWay -= 1
        if underWay == 0, !overtakings.isEmpty { overtakings = [:] }
    }

    /// How many changed keys are remembered.
    var changes: Int { overtakings.count }
}
