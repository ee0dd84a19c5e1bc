/// The measurements of one contender, one per round.
struct Series: Sendable, Codable {
    let readings: [Double]

    var median: Double { quantile(0.5) }
    /// Half of all measurements lie between these.
    var lowerQuartile: Double { quantile(0.25) }
    var upperQuartile: Double { quantile(0.75) }

    private func quantile(_ share: Double) -> Double {
        let sorted = readings.sorted()
        guard let last = sorted.indices.last else { return .nan }
        let place = share * Double(last)
        let below = Int(place)
        guard below < last else { return sorted[last] }
        return sorted[below] + (sorted[below + 1] - sorted[below]) * (place - Double(below))
    }
}
