/// A book of a catalog in the shape of Gutendex (https://gutendex.com).
public struct Book: Sendable, Hashable, Identifiable {
    public let id: ID
    /// The title, which may have several lines. It is empty if the server has none.
    public let title: String
    /// The authors; empty for anonymous works.
    public let authors: [Person]
    /// The editors; empty for most works.
    public let editors: [Person]
    /// The translators; empty for works in their original language.
    public let translators: [Person]
    /// Summaries of the content; empty on servers without them.
    public let summaries: [String]
    /// Subject headings, such as `Whaling -- Fiction`.
    public let subjects: [String]
    /// The names of the shelves that contain the book.
    public let bookshelves: [String]
    /// Language codes in the server's spelling, such as `en`.
    public let languages: [String]
    public let copyright: Copyright
    public let mediaType: MediaType
    /// The files of the book, in the order of their media types.
    public let formats: [Format]
    /// How often the book was downloaded, as the server counts.
    public let downloadCount: Int

    /// Creates a book from its parts.
    public init(
        id: ID, title: String, authors: [Person] = [], editors: [Person] = [], translators: [Person] = [],
        summaries: [String] = [], subjects: [String] = [], bookshelves: [String] = [], languages: [String] = [],
        copyright: Copyright = .unknown, mediaType: MediaType = .text, formats: [Format] = [], downloadCount: Int = 0
    ) {
        self.id = id
        self.title = title
        self.authors = authors
        self.editors = editors
        self.translators = translators
        self.summaries = summaries
        self.subjects = subjects
        self.bookshelves = bookshelves
        self.languages = languages
        self.copyright = copyright
        self.mediaType = mediaType
        self.formats = formats
        self.downloadCount = downloadCount
    }

    /// The format whose media type has this prefix, or `nil`: `text/plain` matches `text/plain; charset=utf-8`.
    ///
    /// If several match, one in UTF-8 is preferred, then one without a charset, then the first.
    public func format(_ prefix: String) -> Format? {
        let matches = formats.filter { $0.matches(prefix) }
        return matches.first { $0.charset == "utf-8" } ?? matches.first { $0.charset == nil } ?? matches.first
    }
}
