/// Measures the start of programs that do almost nothing.
enum StartupMeasure {
    /// `nil` if `strata` was not built next to this program.
    static func measure() -> Measure? {
        guard let hello = ChildProcess.sibling("foundation-hello"), let strata = ChildProcess.sibling("strata") else {
            return nil
        }
        return Measure(
            "startup", "Start-up of a process", repetitions: 1,
            [
                Contender("one line with Foundation") { _ in try await ChildProcess.run(hello, []) },
                Contender("strata --help") { _ in try await ChildProcess.run(strata, ["--help"]) },
            ])
    }
}
