/// When requests came to a server, on the uptime of its world.
public struct ServerLoad: Sendable {
    /// In their order.
    private var arrivals: [Duration] = []

    mutating func note(_ moment: Duration) {
        arrivals.append(moment)
    }

    /// How many came in all.
    public var count: Int { arrivals.count }

    /// How many came in `range`.
    public func count(in range: Range<Duration>) -> Int {
        arrivals.count { range.contains($0) }
    }

    /// How many came in the fullest stretch of `length` within `range`, wherever it begins.
    public func peak(within length: Duration, in range: Range<Duration>) -> Int {
        let arrivals = arrivals.filter { range.contains($0) }
        var (first, peak) = (0, 0)
        for index in arrivals.indices {
            while arrivals[index] - arrivals[first] >= length { first += 1 }
            peak = max(peak, index - first + 1)
        }
        return peak
    }
}
