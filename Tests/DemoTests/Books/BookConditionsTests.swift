import ArgumentParser
import Composition
import Foundation
import Models
import Testing

@testable import CommandLine
@testable import strata

@Suite("The options of strata books")
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
        "a value that breaks a rule is refused before anything is sent",
        arguments: [
            (["search", "--language", "english"], "two or three letters"),
            (["search", "--limit", "0"], "--limit must be"),
            (["show", "0"], "at least 1"), (["download", "84", "--output", "folder/"], "--output must name"),
            (["download", "84", "--output", "-"], "needs a file"),
            (["download", "84", "--format", ""], "--format must name"),
        ])
    func invalid(arguments: [String], words: String) async throws {
        try await Refusal.check(["books"] + arguments, words)
    }

    @Test("a typed base URL, --books-url and the setting books_url choose the server of the catalog, in that order")
    func servers() throws {
        let (typed, catalog, stored) = ("http://typed.example", "http://books.example", "http://stored.example")
        for (options, server) in [
            ([], stored), (["--base-url", typed], typed), (["--books-url", catalog, "--base-url", typed], catalog),
        ] {
            let command = try BooksShowCommand.parse(["84"] + options)
            let environment = ["STRATA_BOOKS_URL": stored, "XDG_CONFIG_HOME": "/nowhere"]
            let app = try SettingsReader(
                options: command.options, addresses: command.addresses, environment: environment
            ).read().app
            #expect((app.furtherURLs.values.first ?? app.baseURL).absoluteString == server, "\(options)")
        }
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
