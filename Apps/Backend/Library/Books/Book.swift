/// One entry of the catalog, as stored and on the wire. Every key is always present.
struct Book: Encodable, Equatable, Sendable {
    enum Medium: String, Encodable, Sendable {
        case text = "Text"
        case sound = "Sound"
    }

    /// Project Gutenberg's number, or 1,000,000 and up for a sample volume.
    let id: Int
    let title: String
    /// Empty if the catalog names none.
    var authors: [Person] = []
    var editors: [Person] = []
    var translators: [Person] = []
    var summaries: [String] = []
    /// Sorted, as are `bookshelves` and `languages`.
    var subjects: [String] = []
    var bookshelves: [String] = []
    /// Codes of ISO 639-1.
    var languages = ["en"]
    /// Whether the work is under copyright in the USA; `nil` if that is unknown.
    @OrNull var copyright: Bool? = false
    var mediaType = Medium.text
    /// The addresses of its files by media type.
    var formats: [String: String] = [:]
    var downloadCount = 0

    static let textType = "text/plain; charset=utf-8"
    static let audioType = "audio/mpeg"

    /// This book with the address of its text, which is on this server. A recording is Project Gutenberg's.
    func linked(_ links: Links) -> Book {
        var book = self
        if mediaType == .text { book.formats[Self.textType] = links.absolute("/books/\(id)/text") }
        return book
    }

    /// Whether the media type of a format begins with `prefix`.
    func hasFormat(_ prefix: String) -> Bool {
        (mediaType == .text && Self.textType.hasPrefix(prefix)) || formats.keys.contains { $0.hasPrefix(prefix) }
    }
}

struct Person: Encodable, Equatable, Sendable {
    /// Family name first: `Austen, Jane`.
    let name: String
    /// An astronomical year: 0 is 1 BCE, -750 is 751 BCE. `nil` if unknown.
    @OrNull var birthYear: Int? = nil
    @OrNull var deathYear: Int? = nil

    var years: [Int] { [birthYear, deathYear].compactMap(\.self) }
}

struct BookPage: Encodable, Sendable {
    let count: Int
    /// The absolute addresses of the next and the previous page; `nil` if there is none.
    @OrNull var next: String?
    @OrNull var previous: String?
    let results: [Book]

    static let size = 32

    /// The page that the query's `page` selects: a number from 1, or `last`. An empty list has one page.
    init(_ books: [Book], query: QueryFields, links: Links) throws(BookError) {
        let last = max(1, (books.count + Self.size - 1) / Self.size)
        let text = query["page"].flatMap { $0.isEmpty ? nil : $0 } ?? "1"
        guard let number = text == "last" ? last : Int(text), (1...last).contains(number) else { throw .invalidPage }
        count = books.count
        results = books.dropFirst((number - 1) * Self.size).prefix(Self.size).map { $0.linked(links) }
        next = number < last ? Self.address(number + 1, query, links) : nil
        previous = number > 1 ? Self.address(number - 1, query, links) : nil
    }

    /// The address of a page. The first page has an address without `page`.
    private static func address(_ number: Int, _ query: QueryFields, _ links: Links) -> String {
        var query = query
        query["page"] = number > 1 ? String(number) : nil
        let encoded = query.encoded
        return links.absolute("/books/" + (encoded.isEmpty ? "" : "?" + encoded))
    }
}
