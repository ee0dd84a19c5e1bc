import AllocationCounter

/// Contenders side by side: they take turns, so that whatever else the machine does meets all of them.
struct Measure: Sendable {
    /// In small letters, as in the JSON's keys: `chain`.
    let name: String
    /// What is compared, in one line.
    let title: String
    let contenders: [Contender]
    /// How often a contender does its thing in one round.
    let repetitions: Int
    /// Whether allocations say something: not where servers or other threads allocate on the side.
    let countsAllocations: Bool

    init(
        _ name: String, _ title: String, repetitions: Int, countsAllocations: Bool = false, _ contenders: [Contender]
    ) {
        self.name = name
        self.title = title
        self.contenders = contenders
        self.repetitions = repetitions
        self.countsAllocations = countsAllocations
    }

    /// Runs `rounds` rounds after one that does not count. Each round begins with another contender.
    func run(rounds: Int) async throws -> Outcome {
        var times = [[Double]](repeating: [], count: contenders.count)
        var (processorTimes, allocations) = (times, times)
        for contender in contenders {
            try contender.prepare()
            try await contender.run(max(1, repetitions / 10))
        }
        for round in 0..<rounds {
            for turn in contenders.indices {
                let index = (turn + round) % contenders.count
                try contenders[index].prepare()
                let allocated = allocation_count()
                let processorTime = ProcessorTime.used
                let time = try await ContinuousClock().measure { try await contenders[index].run(repetitions) }
                times[index].append(time / .seconds(1) / Double(repetitions))
                processorTimes[index].append((ProcessorTime.used - processorTime) / Double(repetitions))
                allocations[index].append(Double(allocation_count() - allocated) / Double(repetitions))
            }
        }
        let counts = countsAllocations && allocations_are_counted()
        return Outcome(
            measure: name, title: title,
            results: contenders.indices.map { index in
                Outcome.Result(
                    contender: contenders[index].name, seconds: Series(readings: times[index]),
                    processorSeconds: Series(readings: processorTimes[index]),
                    allocations: counts ? Series(readings: allocations[index]).median : nil)
            })
    }
}
