import Foundation
import Testing

@testable import Demo

@Suite("Mistyped commands and options")
struct MisspellingTests {
    @Test(
        "the error names the most similar command or option",
        arguments: [
            ("lgoin", "Unknown command lgoin. Did you mean login?"),
            ("hlep", "Unknown command hlep. Did you mean help?"),
            ("time", "Unknown command time. Did you mean time-entries?"),
            ("time-entries lst", "Unknown command lst. Did you mean list?"),
            ("frobnicate", "Unknown command frobnicate."),
            ("help lgoin", "Unknown command lgoin. Did you mean login?"),
            ("help exit-code", "Unknown command exit-code. Did you mean exit-codes?"),
            ("whoami --jsno", "Unknown option --jsno. Did you mean --json?"),
            ("whoami -json", "Unknown option -json. Did you mean --json?"),
            ("--verison", "Unknown option --verison. Did you mean --version?"),
            ("api /v2/health --methd=GET", "Unknown option --methd."),
            ("api /v2/health -X POST", "Unknown option -X."),
        ])
    func suggestions(line: String, message: String) throws {
        #expect(try Self.misspelling(line)?.message == message)
    }

    @Test(
        "an unknown option is reported before a missing argument, a missing option and an invalid value",
        arguments: ["login --jsno", "time-entries add --hours x --jsno", "transfers add --output --jsno"])
    func unknownOptionFirst(line: String) async throws {
        let outcome = try await Workplace.strata(line.split(separator: " ").map(String.init))
        #expect(outcome.code == 64)
        #expect(outcome.errors.hasPrefix("strata: Unknown option --jsno. Did you mean --json?\n  See 'strata "))
    }

    @Test("an option before the command is reported with its right place")
    func optionTooEarly() throws {
        #expect(
            try Self.misspelling("--json whoami")?.message
                == "Unknown option --json. Write it after the command, as in `strata COMMAND --json`.")
    }

    @Test(
        "a correct command line has no misspelling",
        arguments: [
            "whoami --json", "api GET /v2/health -H a:b --timeout=5", "login ada@example.com --password-file -",
            "help login", "help help", "help exit-codes x", "help time-entries list", "serve --port -1",
            "whoami -- --jsno",
        ])
    func correct(line: String) throws {
        #expect(try Self.misspelling(line) == nil)
    }

    @Test("strata help with an unknown command fails")
    func help() async throws {
        let outcome = try await Workplace.strata(["help", "lgoin"])
        #expect(outcome.code == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("strata: Unknown command lgoin. Did you mean login?\n"))
    }

    private static func misspelling(_ line: String) throws -> Misspelling? {
        try Misspelling(in: line.split(separator: " ").map(String.init), of: Strata.self)
    }
}
