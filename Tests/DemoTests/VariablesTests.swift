import Testing

@testable import Demo

@Suite("variables that look like settings")
struct VariablesTests {
    @Test("one with a slip of the finger is told with the nearest known one, and its value is not")
    func warning() {
        let warnings = Variables.warnings(["STRATA_TIMEOT": "canary", "STRATA_CAFILE": "x", "STRATA_BASEURL": ""])
        #expect(
            warnings == [
                "STRATA_BASEURL is no variable of strata and changes nothing. The nearest one is STRATA_BASE_URL.",
                "STRATA_CAFILE is no variable of strata and changes nothing. The nearest one is STRATA_CA_FILE.",
                "STRATA_TIMEOT is no variable of strata and changes nothing. The nearest one is STRATA_TIMEOUT.",
            ])
    }

    @Test("known ones, the workspace's own and other programs' are left in peace")
    func silence() {
        let names = Variables.known + Variables.elsewhere + ["STRATAGEM", "strata_timeout", "PATH"]
        #expect(Variables.warnings(Dictionary(uniqueKeysWithValues: names.map { ($0, "") })).isEmpty)
    }

    @Test(
        "the distance of two texts counts what is put in, taken out and replaced",
        arguments: [
            ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("a", "a", 0),
        ])
    func distance(first: String, second: String, distance: Int) {
        #expect(first.editDistance(to: second) == distance)
    }

    @Test("a run says it once, on standard error, and goes on")
    func run() async throws {
        let outcome = try await Workplace.strata(["graph"], environment: ["STRATA_TIMEOT": "5"])
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("flowchart"))
        #expect(
            outcome.errors
                == "strata: STRATA_TIMEOT is no variable of strata and changes nothing. The nearest one is STRATA_TIMEOUT.\n"
        )
    }
}
