import ArgumentParser
import Models
import Testing

@testable import CommandLine
@testable import Demo

@Suite("The conditions of strata books search")
struct BookConditionsTests {
    @Test(
        "years are a period, one that is open at an end, or one year",
        arguments: [
            ("-500..200", -500, 200), ("1850..", 1850, nil), ("..-1", nil, -1), ("1984", 1984, 1984),
            ("-5..-5", -5, -5),
        ] as [(String, Int?, Int?)])
    func years(text: String, start: Int?, end: Int?) throws {
        let years = try BookQuery.Years(argument: text)
        #expect(years.start == start && years.end == end)
    }

    @Test(
        "other texts are no years", arguments: ["", "..", "a..b", "1..2..3", "1-2", "1 ..2", "99999", "5..4", "1...2"])
    func noYears(text: String) {
        #expect(throws: InvalidValue.self) { try BookQuery.Years(argument: text) }
    }

    @Test("options become the query")
    func query() throws {
        let conditions = try BookConditions.parse([
            "--language", "EN", "--language", "fr", "--author-years", "-500..200", "--copyright", "unknown", "--id",
            "11", "--id", "84", "--topic", "sea", "--mime-type", "text/",
        ])
        let query = try conditions.query(search: "whale", sort: .lowestID)
        #expect(
            query.parameters.map { "\($0.name)=\($0.value)" } == [
                "author_year_end=200", "author_year_start=-500", "copyright=null", "ids=11,84", "languages=en,fr",
                "mime_type=text/", "search=whale", "sort=ascending", "topic=sea",
            ])
    }

    @Test(
        "years are shown with their era",
        arguments: [
            (-427, -347, " (428 BCE–348 BCE)"), (0, 17, " (1 BCE–17)"), (nil, 1924, " (?–1924)"),
            (1950, nil, " (1950–?)"), (nil, nil, ""),
            (Int.min, Int.max, " (9223372036854775809 BCE–9223372036854775807)"),
        ] as [(Int?, Int?, String)])
    func people(birth: Int?, death: Int?, text: String) {
        #expect(Person(name: "A", birthYear: birth, deathYear: death).nameWithYears == "A" + text)
    }
}
