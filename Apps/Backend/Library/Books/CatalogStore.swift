/// All books of this server. They never change.
struct CatalogStore: Sendable {
    /// Sorted by popularity, most popular first.
    let books: [Book]
    private let positions: [Int: Int]

    /// - Parameter books: in any order, with unique ids.
    init(books: [Book]) {
        // The id decides between equal counts, so that pages are the same in every run.
        self.books = books.sorted { ($1.downloadCount, $0.id) < ($0.downloadCount, $1.id) }
        positions = Dictionary(
            self.books.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The works of ``SampleBooks`` and its volumes.
    static let standard = CatalogStore(books: SampleBooks.works + SampleBooks.volumes)

    func book(id: Int) -> Book? { positions[id].map { books[$0] } }

    /// All books that satisfy every filter of the query, in the query's order.
    func books(matching query: BookQuery) -> [Book] {
        let matches = query.filters.isEmpty ? books : books.filter(query.matches)
        return switch query.sort {
        case .popular: matches
        case .ascending: matches.sorted { $0.id < $1.id }
        case .descending: matches.sorted { $0.id > $1.id }
        }
    }
}

/// Reads a table of books from text, because large literals take long to compile.
///
/// Books are separated by an empty line. The first line of a book has its id and its title. Each further line has a
/// keyword and values separated by semicolons: `by` (authors), `ed` (editors), `tr` (translators), `lang`, `about`
/// (subjects), `shelf`, `note` (summary), `rights` (`true` if the work is under copyright) and `audio` (the address of
/// a recording, or nothing). Two years follow each person's name, with `?` for an unknown year: `Homer -750 -650`.
enum BookTable {
    /// `nil` if any line is malformed.
    static func parse(_ text: String) -> [Book]? {
        var books: [Book] = []
        for lines in text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "") {
            guard let book = book(lines) else { return nil }
            books.append(book)
        }
        return books
    }

    private static func book(_ lines: ArraySlice<Substring>) -> Book? {
        guard let head = lines.first?.split(separator: " ", maxSplits: 1), head.count == 2, let id = Int(head[0]) else {
            return nil
        }
        var book = Book(id: id, title: String(head[1]))
        for line in lines.dropFirst() {
            let halves = line.split(separator: " ", maxSplits: 1)
            let rest = halves.count > 1 ? String(halves[1]) : ""
            let values = rest.split(separator: "; ").map(String.init)
            let people = values.compactMap(person)
            if ["by", "ed", "tr"].contains(halves[0]), people.count < values.count { return nil }
            switch halves[0] {
            case "by": book.authors = people
            case "ed": book.editors = people
            case "tr": book.translators = people
            case "lang": book.languages = values.sorted()
            case "about": book.subjects = values.sorted()
            case "shelf": book.bookshelves = values.sorted()
            case "note": book.summaries = [rest]
            case "rights": book.copyright = rest == "true"
            case "audio":
                book.mediaType = .sound
                book.formats[Book.audioType] = rest.isEmpty ? nil : rest
            default: return nil
            }
        }
        return book
    }

    private static func person(_ text: String) -> Person? {
        let words = text.split(separator: " ")
        guard words.count > 2 else { return nil }
        return Person(
            name: words.dropLast(2).joined(separator: " "), birthYear: Int(words[words.count - 2]),
            deathYear: Int(words[words.count - 1]))
    }
}
