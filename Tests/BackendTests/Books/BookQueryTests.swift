import Testing

@testable import Backend

/// The rules of Gutendex's filters, on five books.
struct BookQueryTests {
    private let catalog = CatalogStore(books: [
        Book(
            id: 1, title: "Great Expectations",
            authors: [Person(name: "Dickens, Charles", birthYear: 1812, deathYear: 1870)],
            subjects: ["Sick children -- Fiction"], downloadCount: 50),
        Book(
            id: 2, title: "The Iliad", authors: [Person(name: "Homer", birthYear: -750, deathYear: -650)],
            translators: [Person(name: "Pope, Alexander", birthYear: 1688, deathYear: 1744)],
            bookshelves: ["Classical Antiquity"], downloadCount: 40),
        Book(
            id: 3, title: "Übung", authors: [Person(name: "Doe, Jane", birthYear: 1950)],
            bookshelves: ["Children's Literature"],
            languages: ["de"], copyright: true, downloadCount: 30),
        Book(id: 4, title: "Anonymous", languages: ["en", "fr"], copyright: nil, downloadCount: 20),
        Book(id: 5, title: "A Recording", medium: .sound, audio: "http://strata.test/5.mp3", downloadCount: 10),
    ])

    @Test(
        "a query selects the books that Gutendex selects",
        arguments: [
            ("", [1, 2, 3, 4, 5]), ("unknown=1", [1, 2, 3, 4, 5]),
            // Words in titles and authors' names, not in translators'.
            ("search=dickens%20great", [1]), ("search=dickens+great", [1]), ("search=HOMER", [2]), ("search=pope", []),
            ("search=%C3%9CBUNG", [3]), ("search=", [1, 2, 3, 4, 5]), ("search=great+iliad", []), ("search=dick", [1]),
            ("languages=de", [3]), ("languages=FR,de", [3, 4]), ("languages=", []), ("languages=d", []),
            // A year of birth or death on that side is enough; an author without years is on no side.
            ("author_year_start=1871", [3]), ("author_year_start=1870", [1, 3]), ("author_year_end=1811", [2]),
            ("author_year_end=-651", [2]), ("author_year_end=-751", []), ("author_year_end=1812", [1, 2]),
            ("author_year_start=1800&author_year_end=1899", [1]), ("author_year_start=-700&author_year_end=-600", [2]),
            ("author_year_start=later", [1, 2, 3, 4, 5]), ("author_year_end=", [1, 2, 3, 4, 5]),
            ("copyright=true", [3]), ("copyright=null", [4]), ("copyright=true,null", [3, 4]),
            ("copyright=false", [1, 2, 5]), ("copyright=yes", []), ("copyright=yes,true", [3]),
            ("ids=5,1,99", [1, 5]), ("ids=2,x", [1, 2, 3, 4, 5]), ("ids=", [1, 2, 3, 4, 5]),
            ("topic=children", [1, 3]), ("topic=ANTIQ", [2]), ("topic=", [1, 2, 3]),
            ("mime_type=text%2F", [1, 2, 3, 4]), ("mime_type=audio", [5]),
            ("mime_type=text/plain;+charset=utf-8", [1, 2, 3, 4]),
            ("mime_type=plain", []), ("mime_type=", [1, 2, 3, 4, 5]),
            ("sort=descending", [5, 4, 3, 2, 1]), ("sort=descending&languages=en", [5, 4, 2, 1]),
            ("sort=random", [1, 2, 3, 4, 5]), ("search=nothing&search=homer", [2]),
        ])
    func selection(query: String, ids: [Int]) {
        #expect(catalog.books(matching: BookQuery(QueryFields(query))).map(\.id) == ids)
    }

    @Test("popular is by downloads, ascending and descending are by id")
    func order() {
        let catalog = CatalogStore(
            books: [(1, 5), (2, 9), (3, 5)].map { Book(id: $0, title: "\($0)", downloadCount: $1) })
        #expect(catalog.books(matching: BookQuery()).map(\.id) == [2, 1, 3])
        #expect(catalog.books(matching: BookQuery(sort: .ascending)).map(\.id) == [1, 2, 3])
        #expect(catalog.books(matching: BookQuery(sort: .descending)).map(\.id) == [3, 2, 1])
    }

    @Test("at most 32 words of a search are filters")
    func words() {
        let search = Array(repeating: "a", count: 40).joined(separator: "+")
        #expect(BookQuery(QueryFields("search=" + search)).filters.count == 32)
    }

    @Test(
        "fields are sorted by name and encoded again",
        arguments: [
            ("", ""), ("b=2&a=1", "a=1&b=2"), ("search=a%20b", "search=a+b"), ("languages=en,fr", "languages=en%2Cfr"),
            ("a=2&b=x&a=1", "a=2&a=1&b=x"), ("topic=%c3%a9t%C3%A9", "topic=%C3%A9t%C3%A9"), ("a&b=", "a=&b="),
            ("x=100%", "x=100%25"), ("x=a=b", "x=a%3Db"), ("~a-b_c.d=1", "~a-b_c.d=1"), ("&&a=1&", "a=1"),
        ])
    func encoding(query: String, encoded: String) {
        #expect(QueryFields(query).encoded == encoded)
        #expect(QueryFields(encoded).encoded == encoded)
    }
}
