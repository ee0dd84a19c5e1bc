/// One page of a list of books.
struct BookPageBody: Encodable, Sendable {
    /// The number of books on all pages.
    private let count: Int
    /// The absolute addresses of the next and the previous page; `nil` if there is none.
    private let next: String?
    private let previous: String?
    private let results: [BookBody]

    /// The number of books on a full page.
    static let size = 32

    /// The page that the query's `page` selects: a number from 1, or `last`. An empty list has one page.
    /// - Throws: ``BookError/invalidPage``.
    init(_ books: [Book], query: QueryFields, links: Links) throws(BookError) {
        let last = max(1, (books.count + Self.size - 1) / Self.size)
        let text = query["page"].flatMap { $0.isEmpty ? nil : $0 } ?? "1"
        guard let number = text == "last" ? last : Int(text), (1...last).contains(number) else { throw .invalidPage }
        count = books.count
        results = books.dropFirst((number - 1) * Self.size).prefix(Self.size).map { BookBody($0, links: links) }
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

    private enum CodingKeys: String, CodingKey {
        case count
        case next
        case previous
        case results
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
        try container.encode(next, forKey: .next)
        try container.encode(previous, forKey: .previous)
        try container.encode(results, forKey: .results)
    }
}
