import Foundation
import Testing

@testable import CommandLine

@Suite("strata books")
struct BookCommandTests {
    @Test("a guest searches books over several pages, as a table and as JSON, and sees one with its people and files")
    func catalog() async throws {
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
            let none = try await place.strata("books", "search", "--language", "xx", code: 0)
            #expect(none.output == "No book satisfies these conditions.\n")
            let book = try await place.strata("books", "show", "6130", code: 0)
            #expect(book.output.contains("by             Homer (751 BCE–651 BCE)\n"))
            #expect(book.output.contains("copyright      no\n"))
            #expect(book.output.contains("text/plain; charset=utf-8 http://"))
        }
    }

    @Test("an unknown book or format is not found, an address without a catalog is named, and so is a page of HTML")
    func failures() async throws {
        try await Workplace.with { place in
            let missing = try await place.strata("books", "show", "999999", code: 67)
            #expect(missing.errors == "strata: The catalog does not have this book or page.\n")
            let format = try await place.strata("books", "download", "2701", "--format", "epub", code: 67)
            #expect(format.errors.hasSuffix("has no file of the format epub. Its formats: text/plain.\n"))
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
        try await Workplace.with { place in
            try await place.arm("cut", "count=1", "after=100000", "path=/books/84/text")
            let file = place.folder.appending(path: "84.txt")
            let arguments = ["books", "download", "84", "--output", file.path, "-v", "--max-retries", "0"]
            let first = try await place.strata(arguments, code: 76)
            #expect(first.errors.contains("bytes are stored in"))
            #expect(!FileManager.default.fileExists(atPath: file.path))
            let second = try await place.strata(arguments, code: 0)
            #expect(second.errors.contains("resumed at byte "))

            // A format as `books show` prints it, whose file the server has lost.
            try await place.arm("html", "count=1", "path=/books/84/text", "status=404")
            let other = place.folder.appending(path: "other.txt").path
            let named = ["books", "download", "84", "--format", "text/plain; charset=utf-8", "--output", other]
            let lost = try await place.strata(named, code: 67)
            let sentence = "strata: The file of book 84 was not found at \(place.backend)/books/84/text. "
            #expect(lost.errors.hasPrefix(sentence), "\(lost.errors)")
            try await place.strata(named, code: 0)
        }
    }
}
