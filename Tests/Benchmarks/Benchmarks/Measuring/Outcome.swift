/// What one measure found.
struct Outcome: Sendable, Codable {
    let measure: String
    let title: String
    /// The first is what the others are compared with.
    let results: [Result]
    /// Findings beside time, such as peak memory; in this order.
    var notes: [String] = []

    struct Result: Sendable, Codable {
        let contender: String
        /// For one repetition.
        let seconds: Series
        /// Of this process and for one repetition: on a busy machine it tells more than the time.
        let processorSeconds: Series
        /// For one repetition, median of all rounds; `nil` where it is not counted.
        let allocations: Double?
    }

    init(measure: String, title: String, results: [Result]) {
        self.measure = measure
        self.title = title
        self.results = results
    }

    /// How many times the first one's processor time, by medians.
    func processorRatio(of result: Result) -> Double {
        result.processorSeconds.median / (results.first?.processorSeconds.median ?? .nan)
    }

    /// How many times as long as the first one, by medians.
    func ratio(of result: Result) -> Double {
        result.seconds.median / (results.first?.seconds.median ?? .nan)
    }
}
