import AllocationCounter

/// Contenders that alternate, so that other load on the machine affects all of them.
struct Measure: Sendable {
    /// The key in the JSON, in lower case: `chain`.
    let name: String
    /// A line that describes the comparison.
    let title: String
    let contenders: [Contender]
    /// How many repetitions a contender runs in one round.
    let repetitions: Int
    /// Whether to count allocations. They mean nothing if servers or other threads allocate at the same time.
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

    /// Runs `rounds` rounds after a warm-up round. Each round starts with another contender.
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
