/// A query of the catalog. As in Gutendex, a value that a filter cannot read is no error.
struct BookQuery: Equatable, Sendable {
    enum Sort: String, Sendable {
        case popular
        case ascending
        case descending
    }

    /// One condition on a book.
    enum Filter: Equatable, Sendable {
        /// The text occurs in the title or in an author's name. Each word of a search is one filter.
        case word(String)
        case languages(Set<String>)
        /// At least one author was born or died in this year or later.
        case authorYearStart(Int)
        /// At least one author was born or died in this year or earlier.
        case authorYearEnd(Int)
        case copyright(Set<Bool?>)
        case ids(Set<Int>)
        /// The text occurs in a bookshelf or a subject.
        case topic(String)
        /// The media type of a format begins with the text.
        case mimeType(String)
    }

    var filters: [Filter] = []
    var sort = Sort.popular

    init(filters: [Filter] = [], sort: Sort = .popular) {
        self.filters = filters
        self.sort = sort
    }

    init(_ fields: QueryFields) {
        sort = fields["sort"].flatMap(Sort.init) ?? .popular
        filters += fields["search"].map(Self.words) ?? []
        if let list = fields["languages"] { filters.append(.languages(Set(Self.items(list.lowercased())))) }
        // A year that is not a whole number is ignored.
        if let year = fields["author_year_start"].flatMap(Self.whole) { filters.append(.authorYearStart(year)) }
        if let year = fields["author_year_end"].flatMap(Self.whole) { filters.append(.authorYearEnd(year)) }
        if let list = fields["copyright"] { filters.append(.copyright(Self.statuses(list))) }
        if let list = fields["ids"], case let ids = Self.items(list).map(Self.whole), !ids.contains(nil) {
            // One item that is not a whole number makes the whole list ignored.
            filters.append(.ids(Set(ids.compactMap(\.self))))
        }
        if let topic = fields["topic"] { filters.append(.topic(topic.lowercased())) }
        if let type = fields["mime_type"] { filters.append(.mimeType(type)) }
    }

    func matches(_ book: Book) -> Bool { filters.allSatisfy { $0.matches(book) } }

    /// The filters of a search. Words after the 32nd are ignored.
    static func words(_ search: String) -> [Filter] {
        search.split(separator: " ").prefix(32).map { .word($0.lowercased()) }
    }

    private static func items(_ list: String) -> [String] {
        list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private static func whole(_ text: String) -> Int? { Int(text.trimmingPrefix(" ")) }

    /// Other words match no book, so `copyright=yes` alone has no result.
    private static func statuses(_ list: String) -> Set<Bool?> {
        Set(
            items(list).compactMap { word -> Bool?? in
                switch word {
                case "true": true
                case "false": false
                case "null": .some(nil)
                default: nil
                }
            })
    }
}

extension BookQuery.Filter {
    func matches(_ book: Book) -> Bool {
        switch self {
        case .word(let word):
            book.title.lowercased().contains(word) || book.authors.contains { $0.name.lowercased().contains(word) }
        case .languages(let languages): !languages.isDisjoint(with: book.languages)
        case .authorYearStart(let year): book.authors.flatMap(\.years).contains { $0 >= year }
        case .authorYearEnd(let year): book.authors.flatMap(\.years).contains { $0 <= year }
        case .copyright(let statuses): statuses.contains(book.copyright)
        case .ids(let ids): ids.contains(book.id)
        case .topic(let topic):
            (book.bookshelves + book.subjects).contains { topic.isEmpty || $0.lowercased().contains(topic) }
        case .mimeType(let type): book.hasFormat(type)
        }
    }
}
