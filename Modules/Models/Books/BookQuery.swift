/// A query for a catalog of books: the whole query language of Gutendex as a value.
///
/// Equal queries are equal values with the same ``parameters``. The default matches every book, the most popular
/// first.
public struct BookQuery: Sendable, Hashable {
    /// Words that all occur in the title or in authors' names, whatever their case; single spaces separate them.
    public let search: String
    /// A book has one of these languages; empty for any.
    public let languages: Set<LanguageCode>
    /// A book has an author who was alive in these years; `nil` for any.
    public let authorYears: Years?
    /// A book's copyright is one of these; empty for any.
    public let copyright: Set<Book.Copyright>
    /// A book's number is one of these; empty for any.
    public let ids: Set<Book.ID>
    /// A text that occurs in one of the book's subjects or bookshelves; empty for any.
    public let topic: String
    /// The beginning of a media type that the book has a format for, such as `text/`; empty for any.
    public let mimeType: String
    public let sort: Sort

    /// Creates a query. White space around the texts, and repeated white space between words, is removed.
    public init(
        search: String = "", languages: Set<LanguageCode> = [], authorYears: Years? = nil,
        copyright: Set<Book.Copyright> = [], ids: Set<Book.ID> = [], topic: String = "", mimeType: String = "",
        sort: Sort = .popular
    ) {
        self.search = search.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.languages = languages
        self.authorYears = authorYears
        self.copyright = copyright
        self.ids = ids
        self.topic = topic.trimmed
        self.mimeType = mimeType.trimmed
        self.sort = sort
    }

    /// The order of a list. The raw values are the API's.
    public enum Sort: String, Sendable, Hashable, CaseIterable {
        /// The most downloaded first.
        case popular
        /// The lowest number first.
        case lowestID = "ascending"
        /// The highest number first.
        case highestID = "descending"
    }
}

extension BookQuery {
    /// A period that an author's life overlaps, with years counted as in ``Person``.
    public struct Years: Sendable, Hashable {
        /// The first year; `nil` if the period has no beginning.
        public let start: Int?
        /// The last year; `nil` if the period has no end.
        public let end: Int?

        /// Throws ``InvalidValue`` with the field `author_years` if both are `nil`, the first year is after the last,
        /// or a year is not from -9999 to 9999.
        public init(from start: Int?, through end: Int?) throws(InvalidValue) {
            guard start != nil || end != nil else {
                throw InvalidValue(field: "author_years", reason: "A period needs a first or a last year.")
            }
            guard [start, end].allSatisfy({ (-9999...9999).contains($0 ?? 0) }) else {
                throw InvalidValue(field: "author_years", reason: "A year is from -9999 to 9999.")
            }
            if let start, let end, start > end {
                throw InvalidValue(field: "author_years", reason: "The first year must not be after the last.")
            }
            self.start = start
            self.end = end
        }
    }
}

extension BookQuery {
    /// The parameters of the API's query in their canonical form: ordered by name, lists sorted and without duplicates,
    /// defaults left out. The values are plain text, to be percent-encoded by the sender.
    public var parameters: [(name: String, value: String)] {
        func list(_ values: [String]) -> String? {
            values.isEmpty ? nil : values.joined(separator: ",")
        }
        func text(_ value: String) -> String? {
            value.isEmpty ? nil : value
        }
        let all: [(name: String, value: String?)] = [
            ("author_year_end", authorYears?.end.map { String($0) }),
            ("author_year_start", authorYears?.start.map { String($0) }),
            ("copyright", list(Book.Copyright.allCases.filter(copyright.contains).map(\.rawValue))),
            ("ids", list(ids.sorted().map(\.description))),
            ("languages", list(languages.sorted().map(\.text))),
            ("mime_type", text(mimeType)),
            ("search", text(search)),
            ("sort", sort == .popular ? nil : sort.rawValue),
            ("topic", text(topic)),
        ]
        return all.compactMap { parameter in parameter.value.map { (parameter.name, $0) } }
    }
}

/// A language by its code in lower case, such as `en` (ISO 639-1) or `grc` (ISO 639-2).
public struct LanguageCode: WireText, Comparable {
    public let text: String

    /// Parses `candidate`, whatever its case; throws ``InvalidValue`` with the field `languages` unless it has two or
    /// three ASCII letters.
    public init(_ candidate: String) throws(InvalidValue) {
        let code = candidate.lowercased()
        guard (2...3).contains(code.utf8.count), code.utf8.allSatisfy(\.isASCIILowercase) else {
            throw InvalidValue(
                field: "languages", reason: "A language is a code of two or three letters, such as en or grc.")
        }
        text = code
    }

    public static func < (left: LanguageCode, right: LanguageCode) -> Bool {
        left.text < right.text
    }
}
