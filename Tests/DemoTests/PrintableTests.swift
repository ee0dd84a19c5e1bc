import Foundation
import Testing

@testable import Demo

@Suite("Control characters on a terminal")
struct PrintableTests {
    @Test(
        "control characters become replacement characters, and other text stays unchanged",
        arguments: [
            ("Ada Lovelace", "Ada Lovelace"), ("\u{1B}[2Jgone", "\u{FFFD}[2Jgone"),
            ("a\nb\r\tc", "a\u{FFFD}b\u{FFFD}\u{FFFD}c"),
            ("\u{9B}31m", "\u{FFFD}31m"), ("Zoë 👩🏽‍💻", "Zoë 👩🏽‍💻"),
        ])
    func printable(text: String, shown: String) {
        #expect(text.printable == shown)
    }

    @Test("a table replaces control characters, and its columns stay aligned")
    func table() {
        let table = Table(
            header: ["name", "mail"], rows: [["Ada\u{1B}[31m", "a@example.com\u{7}"], ["Bo", "b\r\n@example.com"]])
        #expect(
            table.lines(Terminal(environment: ["NO_COLOR": "1"])) == [
                "name      mail", "Ada\u{FFFD}[31m  a@example.com\u{FFFD}", "Bo        b\u{FFFD}\u{FFFD}@example.com",
            ])
    }

    @Test("an error message replaces control characters in what it quotes")
    func errorSentence() async throws {
        try await Workplace.withoutBackend { place in
            let file = place.folder.appending(path: "set\u{1B}[31mtings.json").path
            let outcome = try await place.strata("whoami", "--settings", file)
            #expect(outcome.code == 66)
            #expect(outcome.errors.contains("set\u{FFFD}[31mtings.json"), "\(outcome.errors.debugDescription)")
            #expect(!outcome.errors.contains("\u{1B}"))
        }
    }
}
