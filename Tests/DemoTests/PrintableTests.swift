import Foundation
import Testing

@testable import Demo

@Suite("Characters that a terminal interprets")
struct PrintableTests {
    @Test(
        "control characters become replacement characters, and other text stays unchanged",
        arguments: [
            ("Ada Lovelace", "Ada Lovelace"), ("\u{1B}[2Jgone", "\u{FFFD}[2Jgone"),
            ("a\nb\r\tc", "a\u{FFFD}b\u{FFFD}\u{FFFD}c"),
            ("\u{9B}31m", "\u{FFFD}31m"), ("Zoë 👩🏽‍💻", "Zoë 👩🏽‍💻"),
            ("\u{202E}txt.exe", "\u{FFFD}txt.exe"), ("a\u{2066}b\u{2069}\u{202A}", "a\u{FFFD}b\u{FFFD}\u{FFFD}"),
            ("שלום\u{200F}!", "שלום\u{200F}!"),
        ])
    func printable(text: String, shown: String) {
        #expect(text.printable == shown)
    }

    @Test("a text of several lines keeps its tabs and lines, whether they end with LF or CR LF")
    func lines() {
        #expect("a\tb\r\nc\rd\n\u{1B}e".printableLines == "a\tb\nc\u{FFFD}d\n\u{FFFD}e")
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

    @Test(
        "only a terminal gets colors, and none with NO_COLOR or on a dumb terminal",
        arguments: [
            (["TERM": "xterm"], true, true), (["TERM": "xterm"], false, false), (["TERM": "dumb"], true, false),
            (["TERM": "xterm", "NO_COLOR": "1"], true, false), (["TERM": "xterm", "NO_COLOR": ""], true, true),
        ])
    func colors(environment: [String: String], isInteractive: Bool, hasColor: Bool) {
        let terminal = Terminal(environment: environment, isInteractive: isInteractive)
        #expect(terminal.bold("a").contains("\u{1B}") == hasColor)
        let header = Table(header: ["ID"]).lines(terminal)
        #expect(header.joined().contains("\u{1B}") == hasColor)
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
