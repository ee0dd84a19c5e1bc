/// How much a rule has judged. A rule that judged nothing proves nothing.
struct Tally: Sendable {
    private let counts: [(unit: String, count: Int)]

    init(_ counts: KeyValuePairs<String, Int>) {
        self.counts = counts.map { ($0.key, $0.value) }
    }

    var isEmpty: Bool { counts.allSatisfy { $0.count == 0 } }

    /// `3 targets, 12 files`.
    var text: String {
        counts.map { "\($0.count) \($0.unit)\($0.count == 1 ? "" : "s")" }.joined(separator: ", ")
    }
}
