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
        let matches = books.filter { book in query.filters.allSatisfy { $0(book) } }
        return switch query.sort {
        case .popular: matches
        case .ascending: matches.sorted { $0.id < $1.id }
        case .descending: matches.sorted { $0.id > $1.id }
        }
    }
}

/// A query of the catalog. As in Gutendex, a value that a filter cannot read is no error.
struct BookQuery: Sendable {
    enum Sort: String, Sendable {
        case popular
        case ascending
        case descending
    }

    var filters: [@Sendable (Book) -> Bool] = []
    var sort = Sort.popular

    /// The books that have each word of the search in the title or in an author's name. Words after the 32nd are ignored.
    init(search: String) {
        filters = search.split(separator: " ").prefix(32).map { word in
            let word = word.lowercased()
            return { book in
                book.title.lowercased().contains(word) || book.authors.contains { $0.name.lowercased().contains(word) }
            }
        }
    }

    init(_ fields: QueryFields) {
        self.init(search: fields["search"] ?? "")
        sort = fields["sort"].flatMap(Sort.init) ?? .popular
        if let languages = fields["languages"].map({ Set(Self.items($0.lowercased())) }) {
            filters.append { !languages.isDisjoint(with: $0.languages) }
        }
        // At least one author was born or died on that side. A year that is not a whole number is ignored.
        if let year = fields["author_year_start"].flatMap(Self.whole) {
            filters.append { $0.authors.flatMap(\.years).contains { $0 >= year } }
        }
        if let year = fields["author_year_end"].flatMap(Self.whole) {
            filters.append { $0.authors.flatMap(\.years).contains { $0 <= year } }
        }
        if let words = fields["copyright"].map(Self.items) {
            // Other words match no book, so `copyright=yes` alone has no result.
            filters.append { words.contains($0.copyright.map { $0 ? "true" : "false" } ?? "null") }
        }
        if let ids = fields["ids"].map({ Self.items($0).map(Self.whole) }), !ids.contains(nil) {
            // One item that is not a whole number makes the whole list ignored.
            filters.append { ids.contains($0.id) }
        }
        if let topic = fields["topic"]?.lowercased() {
            filters.append { book in
                (book.bookshelves + book.subjects).contains { topic.isEmpty || $0.lowercased().contains(topic) }
            }
        }
        if let type = fields["mime_type"] { filters.append { $0.hasFormat(type) } }
    }

    private static func items(_ list: String) -> [String] {
        list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private static func whole(_ text: String) -> Int? { Int(text.trimmingPrefix(" ")) }
}
