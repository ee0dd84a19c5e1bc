import Foundation
import Primitives
import Testing

@testable import CommandLine

@Suite("strata books")
struct BookCommandTests {
    @Test("a search lists books over several pages, each once, as a table and as JSON")
    func search() async throws {
        try await Workplace.with { place in
            let table = try await place.strata("books", "search", "melville", "WHALE", code: 0)
            #expect(table.output.hasPrefix("ID"))
            #expect(table.output.contains("2701  en        Melville, Herman  Moby Dick; Or, The Whale"))
            #expect(table.output.hasSuffix("1 of 1 books\n"))
            #expect(table.errors == "")
            let list = try await place.strata(
                "books", "search", "sample", "volume", "--limit", "70", "--sort", "highest-id", "--json"
            ).object()
            let ids = try #require(list["books"] as? [[String: Any]]).compactMap { $0["id"] as? Int }
            #expect(ids == Array((1_000_930...1_000_999).reversed()))
            #expect(list["count"] as? Int == 1000 && list["skipped"] as? Int == 0)
        }
    }

    @Test("a book is shown with its people and files; an unknown one, or format of it, is not found")
    func show() async throws {
        try await Workplace.with { place in
            let book = try await place.strata("books", "show", "6130", code: 0)
            #expect(book.output.contains("by             Homer (751 BCE–651 BCE)\n"))
            #expect(book.output.contains("copyright      no\n"))
            #expect(book.output.contains("text/plain; charset=utf-8 http://"))
            let missing = try await place.strata("books", "show", "999999", code: 67)
            #expect(missing.errors == "strata: The catalog does not have this book or page.\n")
            let format = try await place.strata("books", "download", "2701", "--format", "epub", code: 67)
            #expect(format.errors.hasSuffix("has no file of the format epub. Its formats: text/plain.\n"))
        }
    }

    @Test("no match is no error, but an address without a catalog is one, and so is a page of HTML")
    func noBooks() async throws {
        try await Workplace.with(faults: true) { place in
            let none = try await place.strata("books", "search", "--language", "xx", code: 0)
            #expect(none.output == "No book satisfies these conditions.\n")
            let elsewhere = try await place.strata(
                "books", "search", "whale", "--base-url", place.backend.absoluteString + "/books/84", code: 67)
            #expect(elsewhere.errors.contains("strata: There is no catalog of books at http://127.0.0.1:"))
            try await place.arm("html", "count=1", "path=/books/", "status=500")
            let failed = try await place.strata("books", "search", "--max-retries", "0", code: 75)
            #expect(failed.errors == "strata: \(place.backend): The server failed (500). Try again later.\n")
        }
    }

    @Test("an interrupted download says how many bytes are stored, and the next run continues there")
    func interrupted() async throws {
        try await Workplace.with(faults: true) { place in
            try await Self.cut(in: place)
            let file = place.folder.appending(path: "84.txt")
            let arguments = ["books", "download", "84", "--output", file.path, "-v", "--max-retries", "0"]
            let first = try await place.strata(arguments, code: 76)
            #expect(first.errors.contains("bytes are stored in"))
            #expect(!FileManager.default.fileExists(atPath: file.path))
            let second = try await place.strata(arguments, code: 0)
            #expect(second.errors.contains("resumed at byte "))
        }
    }

    @Test("a format can be named as `books show` prints it, and a file that the server lost is named as the reason")
    func lostFile() async throws {
        try await Workplace.with(faults: true) { place in
            try await place.arm("html", "count=1", "path=/books/84/text", "status=404")
            let file = place.folder.appending(path: "84.txt")
            let arguments = ["books", "download", "84", "--format", "text/plain; charset=utf-8", "--output", file.path]
            let lost = try await place.strata(arguments, code: 67)
            #expect(
                lost.errors
                    == "strata: The file of book 84 was not found at \(place.backend.absoluteString)/books/84/text. "
                    + "Choose another one with --format.\n")
            try await place.strata(arguments, code: 0)
        }
    }

    @Test("a typed base URL, --books-url and the setting books_url choose the server of the catalog")
    func servers() async throws {
        try await Workplace.with { place in
            let nowhere = "http://127.0.0.1:9"
            let here = place.backend.absoluteString
            func code(_ options: String..., stored: String? = nil) async throws -> Int? {
                try await place.strata(
                    ["books", "show", "84", "--max-retries", "0"] + options,
                    environment: stored.map { ["STRATA_BOOKS_URL": $0] } ?? [:]
                ).code
            }
            let codes = [
                try await code(stored: nowhere), try await code("--base-url", here, stored: nowhere),
                try await code("--base-url", nowhere), try await code("--books-url", here, "--base-url", nowhere),
            ]
            #expect(codes == [69, 0, 69, 0])
        }
    }

    @Test(
        "a value that breaks a rule is refused before anything is sent",
        arguments: [
            (["search", "--language", "english"], "two or three letters"),
            (["download", "84", "--output", "folder/"], "--output must name"),
            (["search", "--limit", "0"], "--limit must be"), (["show", "0"], "at least 1"),
            (["download", "84", "--output", "-"], "needs a file"),
            (["download", "84", "--format", ""], "--format must name"),
        ])
    func invalid(arguments: [String], message: String) async throws {
        try await Workplace.at { place in
            let outcome = try await place.strata(["books"] + arguments, code: 64)
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    /// Breaks the next download of a text after 100,000 bytes.
    private static func cut(in place: Workplace) async throws {
        try await place.arm("cut", "count=1", "after=100000", "path=/books/84/text")
    }
}
