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
    /// Whether to count how often files are synchronized to the disk.
    let countsSynchronizations: Bool

    init(
        _ name: String, _ title: String, repetitions: Int, countsAllocations: Bool = false,
        countsSynchronizations: Bool = false,
        _ contenders: [Contender]
    ) {
        self.name = name
        self.title = title
        self.contenders = contenders
        self.repetitions = repetitions
        self.countsAllocations = countsAllocations
        self.countsSynchronizations = countsSynchronizations
    }

    /// Runs `rounds` rounds after a warm-up round. Each round starts with another contender.
    func run(rounds: Int) async throws -> Outcome {
        var times = [[Double]](repeating: [], count: contenders.count)
        var (processorTimes, allocations, synchronizations) = (times, times, times)
        for contender in contenders {
            try contender.prepare()
            try await contender.run(max(1, repetitions / 10))
        }
        for round in 0..<rounds {
            for turn in contenders.indices {
                let index = (turn + round) % contenders.count
                try contenders[index].prepare()
                let (allocated, synchronized) = (allocation_count(), synchronization_count())
                let processorTime = ProcessorTime.used
                let time = try await ContinuousClock().measure { try await contenders[index].run(repetitions) }
                times[index].append(time / .seconds(1) / Double(repetitions))
                processorTimes[index].append((ProcessorTime.used - processorTime) / Double(repetitions))
                allocations[index].append(Double(allocation_count() - allocated) / Double(repetitions))
                synchronizations[index].append(Double(synchronization_count() - synchronized) / Double(repetitions))
            }
        }
        let counts = countsAllocations && allocations_are_counted()
        return Outcome(
            measure: name, title: title,
            results: contenders.indices.map { index in
                Outcome.Result(
                    contender: contenders[index].name, seconds: Series(readings: times[index]),
                    processorSeconds: Series(readings: processorTimes[index]),
                    allocations: counts ? Series(readings: allocations[index]).median : nil,
                    synchronizations: countsSynchronizations && allocations_are_counted()
                        ? Series(readings: synchronizations[index]).median : nil)
            })
    }
}

/// One of the implementations that a measure compares.
struct Contender: Sendable {
    let name: String
    /// Prepares a round. Its time does not count.
    let prepare: @Sendable () throws -> Void
    /// Runs the given number of repetitions.
    let run: @Sendable (_ repetitions: Int) async throws -> Void

    init(
        _ name: String, prepare: @escaping @Sendable () throws -> Void = {},
        _ run: @escaping @Sendable (_ repetitions: Int) async throws -> Void
    ) {
        self.name = name
        self.prepare = prepare
        self.run = run
    }
}

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
