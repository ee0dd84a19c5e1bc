import Testing

@testable import Demo

@Suite("Unknown STRATA_ variables")
struct VariablesTests {
    @Test("the warning for a misspelled variable names the nearest known one, and not the value")
    func warning() {
        let warnings = Variables.warnings(["STRATA_TIMEOT": "canary", "STRATA_CAFILE": "x", "STRATA_BASEURL": ""])
        #expect(
            warnings == [
                "Ignoring the unknown variable STRATA_BASEURL. Did you mean STRATA_BASE_URL?",
                "Ignoring the unknown variable STRATA_CAFILE. Did you mean STRATA_CA_FILE?",
                "Ignoring the unknown variable STRATA_TIMEOT. Did you mean STRATA_TIMEOUT?",
            ])
    }

    @Test("known variables, the workspace's own and those of other programs cause no warning")
    func silence() {
        let names = Variables.known + Variables.elsewhere + ["STRATATIMEOUT", "strata_timeout", "PATH"]
        #expect(Variables.warnings(Dictionary(uniqueKeysWithValues: names.map { ($0, "") })).isEmpty)
    }

    @Test(
        "the edit distance counts insertions, deletions and replacements",
        arguments: [
            ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("a", "a", 0),
        ])
    func distance(first: String, second: String, distance: Int) {
        #expect(first.editDistance(to: second) == distance)
    }

    @Test("a command prints the warning once on standard error, and continues")
    func run() async throws {
        let outcome = try await Workplace.strata(["graph"], environment: ["STRATA_TIMEOT": "5"])
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("flowchart"))
        #expect(
            outcome.errors
                == "strata: Ignoring the unknown variable STRATA_TIMEOT. Did you mean STRATA_TIMEOUT?\n"
        )
    }
}
