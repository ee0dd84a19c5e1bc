import CommandLine
import Foundation
import Models
import Primitives

extension Book {
    var output: Output {
        let files = Dictionary(formats.map { ($0.mediaType, $0.url.absoluteString) }) { first, _ in first }
        let medium =
            switch mediaType {
            case .text: "text"
            case .sound: "sound"
            case .other(let name): name
            }
        return Output([
            .field("id", id), .field("title", title, texts: [title.oneLine]),
            Self.people("by", authors, key: "authors"), Self.people("edited by", editors, key: "editors"),
            Self.people("translated by", translators, key: "translators"),
            Self.list("summary", summaries, key: "summaries"), Self.list("subjects", subjects, key: "subjects"),
            Self.list("shelves", bookshelves, key: "bookshelves"),
            Self.list("languages", languages, key: "languages"),
            .field("copyright", CopyrightArgument(copyright).rawValue),
            .field("medium", medium, key: "media_type", texts: [medium.oneLine]),
            .field("downloads", downloadCount, key: "download_count", texts: [downloadCount.grouped]),
            .field(
                "files", files, key: "formats",
                texts: files.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)".oneLine }),
        ])
    }

    private static func people(_ label: String, _ people: [Person], key: String) -> Output.Field {
        .field(label, people.map(\.output), key: key, texts: people.map(\.nameWithYears.oneLine))
    }

    private static func list(_ label: String, _ texts: [String], key: String) -> Output.Field {
        .field(label, texts, key: key, texts: texts.map(\.oneLine))
    }
}

extension Person {
    var output: Output {
        Output([.json("name", name), .json("birth_year", birthYear), .json("death_year", deathYear)])
    }
}

/// Books that satisfy a search, from one or more pages.
struct BookList {
    private(set) var books: [Book] = []
    /// The number of books that satisfy the conditions, according to the server.
    private(set) var count = 0
    /// The number of entries that could not be read as books.
    private(set) var skipped = 0

    mutating func add(_ page: BookPage) {
        books += page.books
        count = page.count
        skipped += page.skipped
    }

    var output: Output {
        Output([.json("books", books.map(\.output)), .json("count", count), .json("skipped", skipped)])
    }

    var table: Table {
        Table(
            header: ["ID", "LANGUAGE", "AUTHOR", "TITLE"],
            rows: books.map { book in
                [
                    "\(book.id)", book.languages.joined(separator: ","),
                    (book.authors.first?.name.oneLine ?? "–") + (book.authors.count > 1 ? " and others" : ""),
                    book.title.oneLine,
                ]
            })
    }
}

extension String {
    /// The text with each run of white space, such as a line break in a title, replaced by one space.
    var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
