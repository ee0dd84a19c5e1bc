/// Counts recent attempts and failures in ten slices of time that are overwritten in turn. Memory is constant, and
/// unused slices cost no work.
struct OutcomeWindow {
    private struct Slice {
        var number = -1
        var attempts = 0
        var failures = 0
    }

    private static let count = 10
    private var slices: [Slice]
    private let width: Duration

    init(_ length: Duration) {
        width = length / Self.count
        slices = Array(repeating: Slice(), count: Self.count)
    }

    mutating func add(failed: Bool, at now: Duration) {
        let number = number(at: now)
        let place = number % Self.count
        if slices[place].number != number { slices[place] = Slice(number: number) }
        slices[place].attempts += 1
        if failed { slices[place].failures += 1 }
    }

    func totals(at now: Duration) -> (attempts: Int, failures: Int) {
        let oldest = number(at: now) - Self.count + 1
        return slices.reduce((0, 0)) { sum, slice in
            slice.number >= oldest ? (sum.0 + slice.attempts, sum.1 + slice.failures) : sum
        }
    }

    mutating func clear() {
        for place in slices.indices { slices[place] = Slice() }
    }

    private func number(at now: Duration) -> Int {
        Int(max(now, .zero) / width)
    }
}
