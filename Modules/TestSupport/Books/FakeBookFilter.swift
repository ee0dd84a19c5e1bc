/// The query of `/books/`. Like Gutendex, it ignores a value that it can't read.
struct FakeBookFilter {
    private let query: [String: String]

    init(_ query: [String: String]) {
        self.query = query
    }

    func matches(_ book: FakeBook) -> Bool {
        let years = book.authors.flatMap { [$0.birthYear, $0.deathYear] }.compactMap(\.self)
        if let start = number("author_year_start"), !years.contains(where: { $0 >= start }) { return false }
        if let end = number("author_year_end"), !years.contains(where: { $0 <= end }) { return false }
        if let copyright = list("copyright"),
            !copyright.contains(book.copyright.map { String($0) } ?? "null")
        {
            return false
        }
        if let ids = list("ids"), ids.allSatisfy({ Int($0) != nil }), !ids.contains(String(book.id)) { return false }
        if let languages = list("languages"), Set(languages).isDisjoint(with: book.languages) { return false }
        if let type = query["mime_type"], !FakeBook.mediaType.hasPrefix(type) { return false }
        if let topic = query["topic"]?.lowercased(),
            !(book.subjects + book.bookshelves).contains(where: { $0.lowercased().contains(topic) })
        {
            return false
        }
        let texts = ([book.title] + book.authors.map(\.name)).map { $0.lowercased() }
        let words = (query["search"] ?? "").lowercased().split(separator: " ")
        return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }

    private func number(_ name: String) -> Int? { query[name].flatMap { Int($0) } }

    private func list(_ name: String) -> [String]? {
        query[name]?.lowercased().split(separator: ",").map(String.init)
    }
}
