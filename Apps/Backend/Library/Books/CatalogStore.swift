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

    /// The works of ``SampleBooks`` and the volumes of ``SampleVolumes``.
    static let standard = CatalogStore(books: SampleBooks.all + SampleVolumes.all)

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
