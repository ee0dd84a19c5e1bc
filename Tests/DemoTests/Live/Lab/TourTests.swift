import Foundation
import Testing

@testable import CommandLine
@testable import Lab

@Suite("strata demo")
struct TourTests {
    @Test("the tour passes, shows one refresh for twenty calls, and removes its files")
    func tour() async throws {
        try await TemporaryFolder.with { folder in
            let outcome = try await Workplace.strata(["demo"], environment: ["TMPDIR": folder.path])
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(outcome.output.contains(" steps passed in "))
            #expect(outcome.output.split(separator: "\n").last?.hasPrefix("all ") == true)
            #expect(outcome.output.contains("refreshes counted by the server: 1"))
            #expect(outcome.output.contains("(attempt 2): server returned 503"))
            #expect(outcome.output.contains("resumed at byte "))
            #expect(outcome.output.contains("at once: Ada Lovelace and 3 of "))
            #expect(outcome.output.contains("then the patch failed: "))
            #expect(outcome.output.contains("second run: resumed at byte 3,000,000"))
            #expect(outcome.output.matches(of: /second run: resumed at byte [1-9]/).count == 2)
            #expect(outcome.output.contains("the server has the same 4,194,304 bytes"))
            #expect(outcome.output.contains("its data folder was never created"))
            #expect(outcome.output.contains("a completion handler received Ada Lovelace"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test("chosen steps run with their numbers and a pause between, in lines that fit the terminal")
    func chosenSteps() async throws {
        let outcome = try await Workplace.strata(
            ["demo", "--only", "RETRY", "--only", "log out", "--step"], input: "\n", environment: ["COLUMNS": "40"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.allSatisfy { String($0).columns <= 40 }, "\(outcome.output)")
        #expect(lines.contains { $0.wholeMatch(of: /\d+\. Retry a call.*/) != nil }, "\(outcome.output)")
        #expect(outcome.output.matches(of: /✓/).count == 3)
        #expect(lines.last?.wholeMatch(of: /3 of \d+ steps passed in .+/) != nil)
        // The first pause reads the line, and the second one the end of the input.
        #expect(outcome.errors.matches(of: /Press Return to continue/).count == 2)
    }

    @Test("a choice that matches no step is an error that lists the titles")
    func unknownStep() async throws {
        let outcome = try await Workplace.strata(["demo", "--only", "teleport"])
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("contains \"teleport\"") && outcome.errors.contains("Log in; "))
    }

    @Test("a folder for temporary files that can't be used is named, with exit code 74")
    func temporaryFolder() async throws {
        let outcome = try await Workplace.strata(["demo"], environment: ["TMPDIR": "/dev/null"])
        let sentence = "strata: Could not create a temporary folder in /dev/null"
        #expect(outcome.code == 74 && outcome.errors.hasPrefix(sentence), "\(outcome)")
        #expect(outcome.errors.contains("TMPDIR"))
    }
}
