/// A book on the wire. Every key is always present.
struct BookBody: Encodable, Sendable {
    private let book: Book
    private let formats: [String: String]

    init(_ book: Book, links: Links) {
        self.book = book
        formats = BookFormats.addresses(of: book, links: links)
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case title
        case authors
        case summaries
        case editors
        case translators
        case subjects
        case bookshelves
        case languages
        case copyright
        case mediaType = "media_type"
        case formats
        case downloadCount = "download_count"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(book.id, forKey: .id)
        try container.encode(book.title, forKey: .title)
        try container.encode(book.authors.map(PersonBody.init), forKey: .authors)
        try container.encode(book.summaries, forKey: .summaries)
        try container.encode(book.editors.map(PersonBody.init), forKey: .editors)
        try container.encode(book.translators.map(PersonBody.init), forKey: .translators)
        try container.encode(book.subjects, forKey: .subjects)
        try container.encode(book.bookshelves, forKey: .bookshelves)
        try container.encode(book.languages, forKey: .languages)
        try container.encode(book.copyright, forKey: .copyright)
        try container.encode(book.medium.rawValue, forKey: .mediaType)
        try container.encode(formats, forKey: .formats)
        try container.encode(book.downloadCount, forKey: .downloadCount)
    }
}
