import Foundation
import Models
import Testing

@testable import CommandLine

@Suite("Text in the columns of a terminal")
struct ColumnsTests {
    @Test(
        "wide characters need two columns and combining ones none",
        arguments: [
            ("", 0), ("whale", 5), ("Zoë", 3), ("Zoe\u{308}", 3), ("鯨とクジラ", 10), ("고래", 4),
            ("\u{1100}\u{1161}", 2), ("🐋", 2), ("🇳🇴", 4), ("–…", 2),
        ])
    func columns(text: String, columns: Int) {
        #expect(text.columns == columns)
    }
}

@Suite("Text that fits in the columns of a terminal")
struct FittingTests {
    @Test("a text that is too wide is cut before a whole character and gets an ellipsis")
    func fitted() {
        #expect("whale".fitted(to: 5) == "whale")
        #expect("whale".fitted(to: 4) == "wha…")
        #expect("鯨鯨鯨".fitted(to: 6) == "鯨鯨鯨")
        #expect("鯨鯨鯨".fitted(to: 5) == "鯨鯨…")
        #expect("鯨鯨鯨".fitted(to: 4) == "鯨…")
        #expect("whale".fitted(to: 1) == "…")
        #expect("whale".fitted(to: 0) == "")
    }

    @Test("a message is wrapped between words, and only a word that is too long is cut")
    func wrapped() {
        #expect("call me ishmael".wrapped(to: 7) == ["call me", "ishmael"])
        #expect("call me ishmael".wrapped(to: 80) == ["call me ishmael"])
        #expect("ishmael".wrapped(to: 3) == ["ish", "mae", "l"])
        #expect("call 鯨鯨鯨".wrapped(to: 4) == ["call", "鯨鯨", "鯨"])
        #expect("鯨".wrapped(to: 1) == ["鯨"], "a character that is wider than a line")
        #expect("".wrapped(to: 3) == [])
    }

    @Test("combining characters without end are cut, although they need no columns")
    func endless() {
        let flood = String(repeating: "e\u{308}", count: 3) + String(repeating: "\u{308}", count: 100_000)
        #expect(flood.fitted(to: 20).unicodeScalars.count < 200)
    }
}

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
        "the line below a list counts what it has on all pages",
        arguments: [(0, "page 1 of 1, 0 invoices"), (1, "page 1 of 1, 1 item"), (47, "page 1 of 3, 47 invoices")])
    func position(total: Int, text: String) {
        #expect(Page<Int>(items: [], number: 1, size: 20, total: total).position(of: "invoices") == text)
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
}

@Suite("Tables on a narrow screen")
struct TableTests {
    private static let table = Table(
        header: ["ID", "STATE", "SOURCE", "FILE"],
        rows: [
            ["1", "done", "http://127.0.0.1:8080/v2/files/sample-3000000", "/home/ada/sample.bin"],
            ["12", "queued", "http://127.0.0.1:8080/v2/files/鯨", "/home/ada/whale.bin"],
        ])

    private func lines(_ table: Table = table, columns: String, indentation: Int = 0) -> [String] {
        table.lines(Terminal(environment: ["COLUMNS": columns]), indentation: indentation)
    }

    @Test("a table fits the columns, and its columns stay aligned", arguments: [34, 40, 60, 80, 100])
    func fits(columns: Int) throws {
        for indentation in [0, 3] {
            let lines = lines(columns: "\(columns)", indentation: indentation)
            #expect(lines.count == 3 && lines.allSatisfy { $0.columns <= columns - indentation }, "\(lines)")
            #expect(lines[1].hasPrefix("1   ") && lines[2].hasPrefix("12  "))
        }
    }

    @Test("at 60 columns the longest value is cut, and at 80 all values fit")
    func cut() {
        #expect(lines(columns: "60")[1] == "1   done    http://127.0.0.1:8080/v2/…  /home/ada/sample.bin")
        for columns in ["80", "200"] {
            #expect(
                lines(columns: columns)[1]
                    == "1   done    http://127.0.0.1:8080/v2/files/sample-3000000  /home/ada/sample.bin")
        }
    }

    @Test("if the columns can't be reduced enough, each row is a list of labeled values with its whole ID")
    func records() {
        let id = "e-02a01952-ed39-44aa-9523-e5d4cc072962"
        let table = Table(
            header: ["ID", "TASK", "HOURS", "STARTED AT"],
            rows: [
                [id, "Review the code of a colleague", "1.5", "2026-03-01T09:00:00.000Z"],
                ["e-1", "a", "2", "b"],
            ])
        #expect(
            lines(table, columns: "60") == [
                "ID          \(id)", "TASK        Review the code of a colleague", "HOURS       1.5",
                "STARTED AT  2026-03-01T09:00:00.000Z", "", "ID          e-1", "TASK        a", "HOURS       2",
                "STARTED AT  b",
            ])
        #expect(lines(table, columns: "40").allSatisfy { $0.columns <= 40 })
        #expect(lines(table, columns: "100").count == 3)
        #expect(lines(columns: "30").first?.contains("STATE") == true, "each value has at least 8 columns")
        #expect(lines(columns: "29").first?.contains("STATE") == false)
    }

    @Test("a table without rows is its header")
    func empty() {
        #expect(lines(Table(header: ["ID", "NAME"]), columns: "60") == ["ID  NAME"])
        #expect(lines(Table([]), columns: "60") == [""])
    }
}

@Suite("Age of a stored copy")
struct AgeTests {
    @Test(
        "an age has its largest whole unit",
        arguments: [
            (0, "less than a minute ago"), (59.9, "less than a minute ago"), (60, "1 minute ago"),
            (210, "3 minutes ago"), (3_599, "59 minutes ago"), (3_600, "1 hour ago"), (86_399, "23 hours ago"),
            (86_400, "1 day ago"), (8_640_000, "100 days ago"), (1e300, "1000000000 days ago"),
            (-1, "in the future by this machine's clock"),
        ] as [(TimeInterval, String)])
    func words(seconds: TimeInterval, expected: String) {
        #expect("\(Age(seconds: seconds))" == expected)
    }
}
