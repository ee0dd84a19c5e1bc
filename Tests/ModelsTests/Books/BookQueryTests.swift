import Models
import Testing

@Suite("A query for books")
struct BookQueryTests {
    @Test("equal questions are equal values with the same parameters, and the default has none")
    func canonical() throws {
        #expect(BookQuery().parameters.isEmpty)
        let one = BookQuery(
            search: "  melville\t\nwhale ", languages: try [LanguageCode("FR"), LanguageCode("en")],
            authorYears: try BookQuery.Years(from: -500, through: 200), copyright: [.unknown, .protected],
            ids: try [Book.ID(84), Book.ID(11)], topic: " sea ", mimeType: "text/", sort: .highestID)
        let other = BookQuery(
            search: "melville whale", languages: try [LanguageCode("en"), LanguageCode("fr")],
            authorYears: try BookQuery.Years(from: -500, through: 200), copyright: [.protected, .unknown],
            ids: try [Book.ID(11), Book.ID(84)], topic: "sea", mimeType: "text/", sort: .highestID)
        #expect(one == other)
        #expect(one.parameters.map { "\($0.name)=\($0.value)" } == other.parameters.map { "\($0.name)=\($0.value)" })
        #expect(
            one.parameters.map { "\($0.name)=\($0.value)" } == [
                "author_year_end=200", "author_year_start=-500", "copyright=true,null", "ids=11,84", "languages=en,fr",
                "mime_type=text/", "search=melville whale", "sort=descending", "topic=sea",
            ])
    }

    @Test("a period may be open at one end")
    func openPeriods() throws {
        let from = BookQuery(authorYears: try BookQuery.Years(from: 1900, through: nil))
        #expect(from.parameters.map(\.name) == ["author_year_start"])
        let through = BookQuery(authorYears: try BookQuery.Years(from: nil, through: 0))
        #expect(through.parameters.map(\.value) == ["0"])
    }

    @Test(
        "a period without years, backwards or out of range is refused",
        arguments: [(nil, nil), (200, 199), (-10_000, nil), (nil, 10_000)])
    func periods(start: Int?, end: Int?) {
        let error = #expect(throws: InvalidValue.self) { try BookQuery.Years(from: start, through: end) }
        #expect(error?.field == "author_years")
    }

    @Test("a language is a code of two or three letters", arguments: ["", "e", "engl", "e,f", "é1", "e\u{0}"])
    func languages(code: String) {
        #expect(throws: InvalidValue.self) { try LanguageCode(code) }
    }

    @Test("the number of a book is positive", arguments: [0, -1, Int.min])
    func ids(number: Int) {
        #expect(throws: InvalidValue.self) { try Book.ID(number) }
    }
}
