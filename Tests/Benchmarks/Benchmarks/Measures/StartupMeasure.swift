/// How long programs take that do next to nothing.
enum StartupMeasure {
    /// `nil` where `strata` was not built beside this program.
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
