/// One page of a list of books.
public struct BookPage: Sendable, Hashable {
    /// The number of books on all pages together, as the server counts.
    public let count: Int
    /// The books of the page; a decoded page has no duplicates.
    public let books: [Book]
    /// The number of entries that could not be decoded as a book and are missing from ``books``.
    public let skipped: Int
    /// The next page; `nil` on the last one.
    public let next: Link?
    /// The previous page; `nil` on the first one.
    public let previous: Link?

    public init(count: Int, books: [Book], skipped: Int = 0, next: Link? = nil, previous: Link? = nil) {
        self.count = count
        self.books = books
        self.skipped = skipped
        self.next = next
        self.previous = previous
    }

    /// The address of another page, byte for byte as the server sent it. It is not a `URL`, because Foundation would
    /// repair and re-encode it.
    public struct Link: Sendable, Hashable, Decodable {
        /// The address as the server sent it.
        public let text: String

        /// Stores `text` unchecked. A service checks the address before it sends a request.
        public init(_ text: String) {
            self.text = text
        }

        /// Decodes a string.
        public init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
        }
    }
}

extension BookPage: Decodable {
    enum CodingKeys: String, CodingKey {
        case count, next, previous, results
    }

    /// Decodes a page. Only `results` is required. An entry that can't be decoded is counted in ``skipped``, so one bad
    /// book does not lose a page. A repeated book is left out, because lists on screens need distinct identities.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let entries = try container.decode([Entry].self, forKey: .results)
        let readable = entries.compactMap(\.book)
        var seen: Set<Book.ID> = []
        books = readable.filter { seen.insert($0.id).inserted }
        skipped = entries.count - readable.count
        count = try container.decodeIfPresent(Int.self, forKey: .count) ?? entries.count
        next = try container.decodeIfPresent(Link.self, forKey: .next)
        previous = try container.decodeIfPresent(Link.self, forKey: .previous)
    }

    /// A book, or `nil` for an entry that can't be decoded.
    private struct Entry: Decodable {
        let book: Book?

        init(from decoder: any Decoder) throws {
            // Catches any error, because Foundation's decoder throws a private type for a number that is too large.
            book = try? Book(from: decoder)
        }
    }
}
