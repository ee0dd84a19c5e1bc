import Models
import Networking

/// A list of books as the command line shows it.
struct BookListOutput: Encodable {
    private(set) var books: [BookOutput] = []
    /// The number of books that satisfy the conditions, according to the server.
    private(set) var count = 0
    /// The number of entries that could not be read as books.
    private(set) var skipped = 0

    mutating func add(_ page: BookPage) {
        books += page.books.map { BookOutput($0) }
        count = page.count
        skipped += page.skipped
    }

    func show(on terminal: Terminal, json: Bool) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        guard !books.isEmpty else { return terminal.print("No book satisfies these conditions.") }
        for line in table.lines(terminal) { terminal.print(line) }
        terminal.print(terminal.dim("\(books.count.grouped) of \(count.grouped) books"))
    }

    var table: Table {
        Table(
            header: ["ID", "LANGUAGE", "AUTHOR", "TITLE"],
            rows: books.map { book in
                [
                    "\(book.id)", book.languages.joined(separator: ","),
                    (book.authors.first?.name.oneLine ?? "–") + (book.authors.count > 1 ? " and others" : ""),
                    book.title.oneLine,
                ]
            })
    }
}

extension String {
    /// The text with each run of white space, such as a line break in a title, replaced by one space.
    var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
