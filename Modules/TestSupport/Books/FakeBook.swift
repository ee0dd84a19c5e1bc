import Foundation

/// A book of a ``FakeBackend``, with facts from Project Gutenberg's catalog or with generated data.
struct FakeBook: Sendable, Equatable {
    struct Person: Sendable, Equatable {
        let name: String
        var birthYear: Int?
        var deathYear: Int?

        var json: [String: Any] {
            ["name": name, "birth_year": birthYear ?? NSNull(), "death_year": deathYear ?? NSNull()] as [String: Any]
        }
    }

    let id: Int
    let title: String
    var authors: [Person] = []
    var translators: [Person] = []
    var subjects: [String] = []
    var bookshelves: [String] = []
    var languages = ["en"]
    var copyright: Bool? = false
    var downloadCount = 0

    static var mediaType: String { "text/plain; charset=utf-8" }

    /// - Parameter origin: the prefix of the address of the book's text.
    func json(at origin: String) -> [String: Any] {
        [
            "id": id, "title": title, "authors": authors.map(\.json), "editors": [] as [String],
            "translators": translators.map(\.json), "summaries": [] as [String], "subjects": subjects,
            "bookshelves": bookshelves, "languages": languages, "copyright": copyright ?? NSNull(),
            "media_type": "Text", "formats": [Self.mediaType: "\(origin)/books/\(id)/text"],
            "download_count": downloadCount,
        ]
    }

    /// A generated text.
    var text: String {
        ([title] + (1...400).map { "Paragraph \($0) of a generated text." }).joined(separator: "\n\n") + "\n"
    }

    /// Books of the sample backend, the most popular first.
    static var samples: [FakeBook] {
        let count = works.count
        return works.enumerated().map { position, work in
            var book = work
            book.downloadCount = 1_000 + 100 * (count - position)
            return book
        } + volumes
    }

    private static var works: [FakeBook] {
        [
            FakeBook(
                id: 84, title: "Frankenstein; Or, The Modern Prometheus",
                authors: [Person(name: "Shelley, Mary Wollstonecraft", birthYear: 1797, deathYear: 1851)],
                subjects: ["Gothic fiction", "Science fiction"], bookshelves: ["Gothic Fiction"]),
            FakeBook(
                id: 2701, title: "Moby Dick; Or, The Whale",
                authors: [Person(name: "Melville, Herman", birthYear: 1819, deathYear: 1891)],
                subjects: ["Adventure stories", "Whaling -- Fiction"], bookshelves: ["Best Books Ever Listings"]),
            FakeBook(
                id: 5200, title: "Metamorphosis",
                authors: [Person(name: "Kafka, Franz", birthYear: 1883, deathYear: 1924)],
                translators: [Person(name: "Wyllie, David (Translator)")], subjects: ["Psychological fiction"],
                copyright: true),
            FakeBook(
                id: 6130, title: "The Iliad", authors: [Person(name: "Homer", birthYear: -750, deathYear: -650)],
                translators: [Person(name: "Pope, Alexander", birthYear: 1688, deathYear: 1744)],
                subjects: ["Classical literature"], bookshelves: ["Classical Antiquity"]),
            FakeBook(
                id: 2017,
                title: "Dhammapada, a Collection of Verses; Being One of the Canonical Books of the Buddhists",
                translators: [
                    Person(name: "Müller, F. Max (Friedrich Max)", birthYear: 1823, deathYear: 1900)
                ], bookshelves: ["Buddhism"]),
            FakeBook(id: 7000, title: "Kalevala", subjects: ["Epic poetry, Finnish"], languages: ["fi"]),
        ]
    }

    /// Enough generated books for several pages.
    private static var volumes: [FakeBook] {
        (0..<70).map { number in
            FakeBook(
                id: 1_000_000 + number, title: "Sample Volume \(number)",
                authors: [Person(name: "Sample Author \(number % 25)", birthYear: 1800 + number % 25)],
                subjects: ["Sample entries"], copyright: number % 10 == 9 ? nil : false, downloadCount: 1_000 - number)
        }
    }
}
