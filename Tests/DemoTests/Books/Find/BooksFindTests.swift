import Foundation
import RawSocketServer
import Subprocess
import Testing

@testable import Demo

/// Each test waits for what the screen shows. The time limit is for a process that neither shows it nor ends.
@Suite("strata books find", .timeLimit(.minutes(20)))
struct BooksFindTests {
    private static let hint = "Type at least 2 characters"

    @Test("typing searches, Enter prints the selected book, and the screen and the terminal's mode are restored")
    func choice() async throws {
        try await Workplace.with { place in
            let terminal = try PseudoTerminal()
            #expect(terminal.isInLineMode)
            let outcome = try await place.strata(on: terminal, ["books", "find"]) { _ in
                #expect(await terminal.shows(Self.hint))
                #expect(!terminal.isInLineMode)
                try terminal.type("moby")
                #expect(await terminal.shows(">   2701  Moby Dick; Or, The Whale – Melville, Herman"))
                #expect(terminal.lines.first == "Find a book: moby")
                try terminal.type("\r")
            }
            #expect(outcome.code == 0)
            #expect(outcome.output.hasPrefix("id             2701\ntitle          Moby Dick; Or, The Whale\n"))
            #expect(await terminal.ends())
            #expect(terminal.lines == [])
            #expect(terminal.isInLineMode)
        }
    }

    @Test("an arrow selects another book, which --json prints")
    func selection() async throws {
        try await Workplace.with { place in
            let list = try await place.strata("books", "search", "the", "--limit", "3", "--json")
            let books = try JSONDecoder().decode(BookList.self, from: Data(list.output.utf8)).books
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["books", "find", "the", "--json"]) { _ in
                #expect(await terminal.shows("Book 1 of"))
                try terminal.type("\u{1B}[B\u{1B}OB\u{1B}[A\u{1B}[B")
                #expect(await terminal.shows("Book 3 of"))
                try terminal.type("\n")
            }
            #expect(outcome.code == 0)
            let book = try JSONDecoder().decode(BookList.Entry.self, from: Data(outcome.output.utf8))
            #expect(book.id == books.last?.id && books.count == 3)
        }
    }

    private struct BookList: Decodable {
        struct Entry: Decodable { let id: Int }
        let books: [Entry]
    }

    @Test("text that was typed before the start is not lost, and Enter waits for the response")
    func typedAhead() async throws {
        try await Workplace.with { place in
            let terminal = try PseudoTerminal()
            try terminal.type("moby dick\r")
            let outcome = try await place.strata(on: terminal, ["books", "find"]) { _ in
                #expect(await terminal.ends())
            }
            #expect(outcome.code == 0)
            #expect(outcome.output.hasPrefix("id             2701\n"))
        }
    }

    @Test("Backspace deletes a character of several bytes, and Ctrl-U the whole text")
    func editing() async throws {
        try await Workplace.withoutBackend { place in
            let terminal = try PseudoTerminal()
            _ = try await place.strata(on: terminal, ["books", "find"]) { _ in
                #expect(await terminal.shows(Self.hint))
                try terminal.type("Zoë鯨")
                #expect(await terminal.waits { $0.first == "Find a book: Zoë鯨" })
                try terminal.type([0x7F])
                #expect(await terminal.waits { $0.first == "Find a book: Zoë" })
                try terminal.type([0x7F, 0xC3])
                #expect(await terminal.waits { $0.first == "Find a book: Zo" })
                try terminal.type([0xA9])
                #expect(await terminal.waits { $0.first == "Find a book: Zoé" })
                try terminal.type([0x15])
                #expect(await terminal.waits { $0.first == "Find a book:" })
                try terminal.type([0x04])
            }
        }
    }

    @Test(
        "Esc, Ctrl-D and Ctrl-C quit with exit code 130",
        arguments: [
            ("\u{1B}", "strata: No book was chosen."), ("\u{4}", "strata: No book was chosen."),
            ("\u{3}", "strata: Interrupted."),
        ])
    func quits(key: String, message: String) async throws {
        try await Workplace.withoutBackend { place in
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["books", "find"]) { _ in
                #expect(await terminal.shows(Self.hint))
                try terminal.type(key)
            }
            #expect(outcome.code == 130)
            #expect(outcome.output == "")
            #expect(await terminal.ends())
            #expect(terminal.lines == [message])
            #expect(terminal.isInLineMode)
        }
    }

    @Test("a signal restores the terminal", arguments: [Signal.terminate, .interrupt, .terminalClosed])
    func signals(signal: Signal) async throws {
        try await Workplace.withoutBackend { place in
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["books", "find"]) { send in
                #expect(await terminal.shows(Self.hint))
                #expect(!terminal.isInLineMode)
                try send(signal)
            }
            #expect(outcome.code == 130)
            #expect(await terminal.ends())
            #expect(terminal.lines == ["strata: Interrupted."])
            #expect(terminal.isInLineMode)
        }
    }

    @Test("a crash of the process restores the terminal", arguments: [SIGQUIT, SIGABRT, SIGTRAP, SIGSEGV])
    func crashes(signal: Int32) async throws {
        try await Workplace.withoutBackend { place in
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["books", "find"]) { send in
                #expect(await terminal.shows(Self.hint))
                #expect(!terminal.isInLineMode)
                try send(Signal(rawValue: signal))
            }
            #expect(outcome.code == nil, "the signal ends the process")
            #expect(await terminal.ends())
            #expect(terminal.isInLineMode)
        }
    }

    @Test("a failed search is shown, and the command goes on")
    func failure() async throws {
        try await Workplace.withoutBackend { place in
            let terminal = try PseudoTerminal(columns: 60)
            let outcome = try await place.strata(on: terminal, ["books", "find", "--max-retries", "0"]) { _ in
                #expect(await terminal.shows(Self.hint))
                try terminal.type("moby")
                #expect(await terminal.shows("Could not connect to http://127.0.0.1:9"))
                #expect(terminal.lines.joined(separator: " ").hasSuffix("Enter tries again."))
                try terminal.type([0x15])
                #expect(await terminal.shows(Self.hint))
                try terminal.type([0x1B])
            }
            #expect(outcome.code == 130)
        }
    }

    @Test("a new size of the window is drawn at once")
    func resize() async throws {
        try await Workplace.with { place in
            let terminal = try PseudoTerminal(columns: 100, rows: 24)
            let title = ">   2701  Moby Dick; Or, The Whale"
            let outcome = try await place.strata(on: terminal, ["books", "find", "moby"]) { send in
                #expect(await terminal.shows("\(title) – Melville, Herman"))
                try terminal.resize(columns: 30, rows: 24)
                try send(.windowSizeChange)
                #expect(await terminal.shows(">   2701  Moby Dick; Or, The…"))
                #expect(terminal.lines.allSatisfy { $0.columns < 30 })
                try terminal.type([0x1B])
            }
            #expect(outcome.code == 130)
        }
    }

    @Test("control characters in a server's titles do not reach the terminal")
    func hostileServer() async throws {
        try await RawSocketServer.withServer { server in
            let body = #"{"results": [{"id": 7, "title": "\u001b[2J\u009b31mA\r\nWhale\u0007"}]}"#
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
                await connection.waitForEnd()
            }
            let url = try #require(URL(string: "http://\(server.authority)"))
            try await TemporaryFolder.with { folder in
                let terminal = try PseudoTerminal()
                let outcome = try await Workplace(folder: folder, backend: url).strata(
                    on: terminal, ["books", "find", "whale"]
                ) { _ in
                    #expect(await terminal.shows(">      7  \u{FFFD}[2J\u{FFFD}31mA Whale\u{FFFD}"))
                    try terminal.type("\r")
                }
                #expect(outcome.code == 0)
                #expect(!outcome.output.contains("\u{1B}"))
                #expect(terminal.unknown == [])
            }
        }
    }

    @Test("without a terminal the error names the command to use instead")
    func noTerminal() async throws {
        try await Workplace.withoutBackend { place in
            let piped = try await place.strata("books", "find", input: "moby\n")
            #expect(piped.code == 64)
            #expect(
                piped.errors == """
                    strata: This command requires a terminal, but standard input is not one. Use `strata books search \
                    WORDS`.

                    """)
            let terminal = try PseudoTerminal()
            let dumb = try await place.strata(on: terminal, ["books", "find"], environment: ["TERM": "dumb"]) { _ in
                #expect(await terminal.shows("Use `strata books search WORDS`."))
            }
            #expect(dumb.code == 64)
            let logged = try await place.strata("books", "find", "--verbose")
            #expect(logged.code == 64 && logged.errors.contains("--trace-file"), "\(logged.errors)")
        }
    }
}
