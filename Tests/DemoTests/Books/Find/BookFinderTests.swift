import Models
import Presentation
import Services
import TestSupport
import Testing

@testable import Demo

@Suite("The rules of strata books find")
struct BookFinderTests {
    private typealias State = SearchState<Book, BookServiceError>

    private static func books(_ count: Int) throws -> [Book] {
        try (1...count).map { try .fixture(id: $0, title: "Volume \($0)") }
    }

    private static let size = TerminalSize(columns: 60, rows: 24)

    /// The lines that a terminal of this size shows, and checks that none is wrapped or lost.
    private static func screen(_ finder: BookFinder, _ size: TerminalSize = size) -> [String] {
        var screen = TestScreen(columns: size.columns, rows: size.rows)
        let block = finder.block(in: size)
        // Twice, because a drawing replaces the one before.
        for _ in 1...2 { screen.receive(block.drawing(in: size)) }
        #expect(screen.unknown == [])
        #expect(screen.row == 0, "the cursor is in the first line")
        return screen.lines
    }

    private static func typed(_ text: String) -> BookFinder {
        var finder = BookFinder()
        _ = finder.receive(.text(text))
        return finder
    }

    @Test("every change of the text is searched, and other keys are not")
    func searches() {
        var finder = BookFinder()
        guard case .search("mo") = finder.receive(.text("mo")) else { Issue.record("no search"); return }
        guard case .search("m") = finder.receive(.backspace) else { Issue.record("no search"); return }
        guard case .nothing = finder.receive(.down) else { Issue.record("Down does more than select"); return }
        _ = finder.receive(.deleteLine)
        guard case .nothing = finder.receive(.backspace) else { Issue.record("nothing was deleted"); return }
    }

    @Test("Down and Up select a book within the list, and Enter chooses it")
    func selection() throws {
        var finder = Self.typed("vol")
        #expect(finder.receive(.results(term: "vol", items: try Self.books(3))) == nil)
        for key in [Keystroke.up, .down, .down, .down, .down, .up] { _ = finder.receive(key) }
        #expect(
            Self.screen(finder) == [
                "Find a book: vol", "Book 2 of 3. Enter prints it, Up and Down select another,", "Esc quits.",
                "       1  Volume 1 – Melville, Herman", ">      2  Volume 2 – Melville, Herman",
                "       3  Volume 3 – Melville, Herman",
            ])
        guard case .choose(let book) = finder.receive(.enter) else { Issue.record("no book"); return }
        #expect(book.id.number == 2)
    }

    @Test("Enter before the response chooses the first book of the response, not one of an older list")
    func enterFirst() throws {
        var finder = Self.typed("vo")
        #expect(finder.receive(.results(term: "vo", items: try Self.books(3))) == nil)
        _ = finder.receive(.down)
        _ = finder.receive(.text("l "))
        guard case .nothing = finder.receive(.enter) else { Issue.record("chose a book of an older list"); return }
        #expect(finder.receive(.searching(term: "vol")) == nil)
        #expect(Self.screen(finder)[1] == "Searching, then printing the first book…")
        let new = [try Book.fixture(id: 9)]
        #expect(finder.receive(.results(term: "vol", items: new))?.id.number == 9)
    }

    @Test("an edit after Enter revokes the choice")
    func revoked() throws {
        var finder = Self.typed("vol")
        _ = finder.receive(.enter)
        _ = finder.receive(.text("u"))
        #expect(finder.receive(.results(term: "volu", items: try Self.books(1))) == nil)
    }

    @Test("Enter does nothing if no book matches, and the next results choose nothing by themselves")
    func noBook() throws {
        var finder = Self.typed("vol")
        #expect(finder.receive(.results(term: "vol", items: [])) == nil)
        guard case .nothing = finder.receive(.enter) else { Issue.record("chose no book"); return }
        #expect(Self.screen(finder) == ["Find a book: vol", "No book matches."])
        #expect(finder.receive(.results(term: "vol", items: try Self.books(1))) == nil)
    }

    @Test("after a failure the screen shows why, and Enter searches again")
    func failure() {
        var finder = Self.typed("vol")
        #expect(finder.receive(.failed(term: "vol", .brokenList(.loop))) == nil)
        let shown = Self.screen(finder).dropFirst().joined(separator: " ")
        #expect(shown.contains("leads back to an earlier page") && shown.hasSuffix("Enter tries again."), "\(shown)")
        guard case .search("vol") = finder.receive(.enter) else { Issue.record("no search"); return }
    }

    @Test("Esc, Ctrl-D and Ctrl-C quit with exit code 130", arguments: [Keystroke.escape, .endOfInput, .interrupt])
    func quits(key: Keystroke) {
        var finder = Self.typed("vol")
        guard case .quit(let failure) = finder.receive(key) else { Issue.record("did not quit"); return }
        #expect(failure.status == .interrupted)
    }

    @Test("the list of the last search stays visible during the next, and is cleared with the text")
    func olderList() throws {
        var finder = Self.typed("vo")
        _ = finder.receive(.results(term: "vo", items: try Self.books(1)))
        _ = finder.receive(.text("l"))
        _ = finder.receive(.searching(term: "vol"))
        #expect(
            Self.screen(finder) == [
                "Find a book: vol", "Searching…", ">      1  Volume 1 – Melville, Herman",
            ])
        _ = finder.receive(.deleteLine)
        _ = finder.receive(.idle)
        #expect(
            Self.screen(finder) == [
                "Find a book:", "Type at least 2 characters of a title or an author. Esc", "quits.",
            ])
    }

    @Test("control characters and changes of direction in titles do not reach the terminal")
    func hostileTitle() throws {
        var finder = Self.typed("vol")
        let title = "\u{1B}[2J\u{9B}31mMoby\r\nDick\u{7}\u{202E}!\t\u{0}\u{2028}x"
        let author = Person(name: "\u{1B}]0;title\u{7}")
        _ = finder.receive(.results(term: "vol", items: [try .fixture(title: title, authors: [author])]))
        let drawing = finder.block(in: Self.size).drawing(in: Self.size)
        #expect(!drawing.unicodeScalars.contains("\u{202E}") && !drawing.contains("\u{1B}]"))
        #expect(
            Self.screen(finder).last
                == ">   2701  \u{FFFD}[2J\u{FFFD}31mMoby Dick\u{FFFD}! \u{FFFD} x – \u{FFFD}]0;title\u{FFFD}")
    }

    @Test("the drawing fits in a terminal of any size, and the selected book is visible if there is room")
    func sizes() throws {
        var finder = Self.typed(String(repeating: "鯨 whale ", count: 10))
        let books = try (1...32).map { try Book.fixture(id: $0, title: String(repeating: "鯨🐋a\u{308}", count: $0)) }
        _ = finder.receive(.results(term: finder.line.trimmed, items: books))
        for _ in 1...20 { _ = finder.receive(.down) }
        for columns in 1...100 {
            for rows in [1, 2, 3, 4, 6, 10, 40] {
                let lines = Self.screen(finder, TerminalSize(columns: columns, rows: rows))
                #expect(lines.count <= rows)
                #expect(lines.allSatisfy { $0.columns <= columns })
                guard columns >= 60, rows >= 4 else { continue }
                #expect(lines.contains { $0.hasPrefix(">     21") }, "\(columns) × \(rows): \(lines)")
            }
        }
    }
}
