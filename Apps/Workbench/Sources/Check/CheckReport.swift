/// The outcome of a check.
struct CheckReport: Sendable {
    /// Sorted by file, line and rule.
    let breaches: [Breach]
    /// What each rule has judged, in the order in which the rules ran.
    let tallies: [(rule: String, tally: Tally)]

    init(breaches: [Breach], tallies: [(rule: String, tally: Tally)]) {
        self.breaches = breaches.sorted { ($0.file, $0.line, $0.rule, $0.what) < ($1.file, $1.line, $1.rule, $1.what) }
        self.tallies = tallies
    }

    /// One line for each breach, and their number. Without a breach, a table of what was judged.
    var text: String {
        guard breaches.isEmpty else {
            let count = breaches.count == 1 ? "1 breach" : "\(breaches.count) breaches"
            return breaches.map(\.text).joined(separator: "\n") + "\n\n\(count)."
        }
        let width = tallies.map(\.rule.count).max() ?? 0
        let rows = tallies.map { rule, tally in
            "  \(rule)\(String(repeating: " ", count: width - rule.count))  \(tally.text)"
        }
        return "No breaches.\n" + rows.joined(separator: "\n")
    }
}
