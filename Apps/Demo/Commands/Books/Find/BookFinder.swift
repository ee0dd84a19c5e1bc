import Models
import Presentation
import Services

/// The logic and display of `strata books find`: the effect of each key, and the lines for each state of the search.
struct BookFinder {
    /// The action of the command after a key, besides drawing.
    enum Action {
        case nothing
        /// Enter this text into the search.
        case search(String)
        case choose(Book)
        case quit(Failure)
    }

    /// The shortest text to search for, in characters.
    static let minimumLength = 2
    private static let mostRows = 10

    private(set) var line = LineEditor()
    private var state = SearchState<Book, BookServiceError>.idle
    /// The newest results, which stay visible during the next search.
    private var books: [Book] = []
    private var selection = 0
    /// Whether Enter was pressed before the results for the text arrived.
    private var isChoosing = false

    mutating func receive(_ key: Keystroke) -> Action {
        switch key {
        case .enter:
            isChoosing = true
            if let book = chosen() { return .choose(book) }
            if case .failed(line.trimmed, _) = state { return .search(line.text) }
        case .up: selection = max(selection - 1, 0)
        case .down: selection = max(min(selection + 1, books.count - 1), 0)
        case .interrupt: return .quit(.interrupted)
        case .escape, .endOfInput: return .quit(Failure("No book was chosen.", .interrupted))
        case .text, .backspace, .deleteWord, .deleteLine:
            guard line.apply(key) else { break }
            isChoosing = false
            return .search(line.text)
        }
        return .nothing
    }

    /// Receives the newest state of the search. Returns the selected book if Enter was pressed before the results.
    mutating func receive(_ new: SearchState<Book, BookServiceError>) -> Book? {
        switch (new, state) {
        case (.searching, _): break
        case (.results(let term, _), .results(let before, _)) where term == before: break
        default:
            books = new.items
            selection = 0
        }
        state = new
        return chosen()
    }

    /// The selected book if Enter was pressed and the results are those for the current text; otherwise `nil`.
    private mutating func chosen() -> Book? {
        guard isChoosing, case .results(line.trimmed, _) = state else { return nil }
        isChoosing = false
        return books.indices.contains(selection) ? books[selection] : nil
    }

    /// The lines that the terminal shows now.
    func block(in size: TerminalSize) -> TerminalBlock {
        let status = status.wrapped(to: max(size.columns - 1, 1))
        let count = min(max(size.rows - 1 - status.count, 0), Self.mostRows, books.count)
        let first = max(selection - count + 1, 0)
        let rows = (first..<(first + count)).map { row(books[$0], isSelected: $0 == selection) }
        return TerminalBlock(prompt: "Find a book: ", input: line.text, lines: status + rows)
    }

    private var status: String {
        if line.trimmed.count < Self.minimumLength {
            return "Type at least \(Self.minimumLength) characters of a title or an author. Esc quits."
        }
        switch state {
        case .results(line.trimmed, let items) where items.isEmpty: return "No book matches."
        case .results(line.trimmed, let items):
            return "Book \(selection + 1) of \(items.count). Enter prints it, Up and Down select another, Esc quits."
        case .failed(line.trimmed, let error): return Failure(error).message + " Enter tries again."
        default: return isChoosing ? "Searching, then printing the first book…" : "Searching…"
        }
    }

    private func row(_ book: Book, isSelected: Bool) -> String {
        let number = "\(book.id)"
        let author = book.authors.first.map { " – \($0.name.oneLine)" } ?? ""
        return (isSelected ? "> " : "  ") + String(repeating: " ", count: max(6 - number.count, 0)) + number + "  "
            + book.title.oneLine + author
    }
}
