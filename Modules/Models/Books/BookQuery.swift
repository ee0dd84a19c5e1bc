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
    /// A book is one of these; empty for any.
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
