/// The result of one measure.
struct Outcome: Sendable, Codable {
    let measure: String
    let title: String
    /// The others are compared with the first.
    let results: [Result]
    /// Results other than time, such as peak memory.
    var notes: [String] = []

    struct Result: Sendable, Codable {
        let contender: String
        /// Of one repetition.
        let seconds: Series
        /// Of this process and one repetition. On a busy machine it is more stable than the time.
        let processorSeconds: Series
        /// Of one repetition, median of all rounds; `nil` if not counted.
        let allocations: Double?
        /// How often it synchronizes a file to the disk, median of all rounds; `nil` if not counted.
        let synchronizations: Double?
    }

    init(measure: String, title: String, results: [Result]) {
        self.measure = measure
        self.title = title
        self.results = results
    }

    /// The ratio of median processor times to the first contender's.
    func processorRatio(of result: Result) -> Double {
        result.processorSeconds.median / (results.first?.processorSeconds.median ?? .nan)
    }

    /// The ratio of median times to the first contender's.
    func ratio(of result: Result) -> Double {
        result.seconds.median / (results.first?.seconds.median ?? .nan)
    }
}
