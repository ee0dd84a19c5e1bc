/// The arrival times of requests at a server, on the simulation's monotonic clock.
public struct ServerLoad: Sendable {
    /// Sorted by time.
    private var arrivals: [Duration] = []

    mutating func note(_ moment: Duration) {
        arrivals.append(moment)
    }

    /// How many requests arrived in total.
    public var count: Int { arrivals.count }

    /// How many requests arrived in `range`.
    public func count(in range: Range<Duration>) -> Int {
        arrivals.count { range.contains($0) }
    }

    /// The maximum number of requests that arrived in an interval of `length` within `range`.
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
