public import Foundation
import Primitives

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

extension Book {
    /// The number of a book in its catalog, at least 1, such as 2701.
    public struct ID: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// At least 1.
        public let number: Int

        /// Throws ``InvalidValue`` with the field `id` unless `number` is at least 1.
        public init(_ number: Int) throws(InvalidValue) {
            guard number >= 1 else {
                throw InvalidValue(field: "id", reason: "The number of a book is at least 1.")
            }
            self.number = number
        }

        /// The number in decimal digits, without separators.
        public var description: String { String(number) }

        public static func < (left: ID, right: ID) -> Bool {
            left.number < right.number
        }
    }
}

extension Book.ID: Codable {
    /// Decodes an integer. An invalid one throws `DecodingError.dataCorrupted`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.validated(by: Self.init(_:))
    }

    /// Encodes the number as an integer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

extension Book {
    /// The copyright of a book in the USA. The raw values are those of a query's `copyright` parameter.
    public enum Copyright: String, Sendable, Hashable, CaseIterable {
        /// Existing copyright; the API's `true`.
        case protected = "true"
        /// In the public domain; the API's `false`.
        case publicDomain = "false"
        /// Without information; the API's `null`.
        case unknown = "null"

        /// The copyright for a value of the API's JSON.
        public init(_ isProtected: Bool?) {
            switch isProtected {
            case true?: self = .protected
            case false?: self = .publicDomain
            case nil: self = .unknown
            }
        }
    }
}

extension Book {
    /// The kind of a book: a text, a recording, or a kind that this version of the app has no case for.
    public enum MediaType: Sendable, Hashable {
        case text
        case sound
        /// Another name in the server's spelling, such as `Image`; empty if the server sends none.
        case other(String)

        /// The media type with this name of the API, such as `Text`, whatever the case.
        public init(serverName: String) {
            switch serverName.lowercased() {
            case "text": self = .text
            case "sound": self = .sound
            default: self = .other(serverName)
            }
        }
    }
}

extension Book: Decodable {
    enum CodingKeys: String, CodingKey {
        case id, title, authors, editors, translators, summaries, subjects, bookshelves, languages, copyright, formats
        case mediaType = "media_type"
        case downloadCount = "download_count"
    }

    /// Decodes a book of any version of the server. Only `id` is required: other keys that are missing or `null` get an
    /// empty value. A value of the wrong type is an error. A format without an `http` or `https` URL is left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func list<Item: Decodable>(_ key: CodingKeys) throws -> [Item] {
            try container.decodeIfPresent([Item].self, forKey: key) ?? []
        }
        id = try container.decode(ID.self, forKey: .id)
        title = try container.decodeIfPresent(String.self, forKey: .title) ?? ""
        authors = try list(.authors)
        editors = try list(.editors)
        translators = try list(.translators)
        summaries = try list(.summaries)
        subjects = try list(.subjects)
        bookshelves = try list(.bookshelves)
        languages = try list(.languages)
        copyright = Copyright(try container.decodeIfPresent(Bool.self, forKey: .copyright))
        mediaType = MediaType(serverName: try container.decodeIfPresent(String.self, forKey: .mediaType) ?? "")
        formats = try (container.decodeIfPresent([String: String?].self, forKey: .formats) ?? [:])
            .compactMap { type, address in address.flatMap { Format(type, address: $0) } }
            .sorted { $0.mediaType < $1.mediaType }
        downloadCount = try container.decodeIfPresent(Int.self, forKey: .downloadCount) ?? 0
    }
}

/// An author, editor or translator of a ``Book``.
///
/// Years are counted as in astronomy, like the catalog's: 1 is 1 CE, 0 is 1 BCE, and -427 is 428 BCE.
public struct Person: Sendable, Hashable {
    /// The name in the catalog's order, such as `Melville, Herman`.
    public let name: String
    /// `nil` if it is unknown.
    public let birthYear: Int?
    /// `nil` if it is unknown or the person is alive.
    public let deathYear: Int?

    public init(name: String, birthYear: Int? = nil, deathYear: Int? = nil) {
        self.name = name
        self.birthYear = birthYear
        self.deathYear = deathYear
    }
}

extension Person {
    /// The name with the years of life, such as `Cicero, Marcus Tullius (107 BCE–44 BCE)`.
    public var nameWithYears: String {
        guard birthYear != nil || deathYear != nil else { return name }
        return "\(name) (\(Self.text(birthYear))–\(Self.text(deathYear)))"
    }

    private static func text(_ year: Int?) -> String {
        guard let year else { return "?" }
        // Not 1 - year, which overflows for the smallest integer.
        return year > 0 ? "\(year)" : "\(year.magnitude + 1) BCE"
    }
}

extension Person: Decodable {
    enum CodingKeys: String, CodingKey {
        case name
        case birthYear = "birth_year"
        case deathYear = "death_year"
    }
}

extension Book {
    /// One file of a book: its media type and its address, which is often not on the catalog's server.
    public struct Format: Sendable, Hashable {
        /// The media type in the server's spelling, with its parameters, such as `text/plain; charset=us-ascii`.
        public let mediaType: String
        /// An `http` or `https` URL. It often redirects.
        public let url: URL

        /// Creates a format from its parts; `nil` unless `url` is an absolute `http` or `https` URL without a user name.
        public init?(_ mediaType: String, _ url: URL) {
            guard Origin(url) != nil, url.user() == nil, url.password() == nil else { return nil }
            self.mediaType = mediaType
            self.url = url
        }

        init?(_ mediaType: String, address: String) {
            guard let url = URL(string: address) else { return nil }
            self.init(mediaType, url)
        }

        /// The media type without parameters in lower case, such as `text/plain`.
        public var essence: String {
            String(mediaType.prefix { $0 != ";" }).trimmed.lowercased()
        }

        /// The charset in lower case, such as `utf-8`; `nil` if the media type has none.
        public var charset: String? {
            for parameter in mediaType.split(separator: ";").dropFirst() {
                let parts = parameter.split(separator: "=", maxSplits: 1).map { String($0).trimmed.lowercased() }
                if parts.count == 2, parts[0] == "charset" { return parts[1].filter { $0 != "\"" } }
            }
            return nil
        }

        /// Whether the media type begins with `prefix`, whatever the case: `text` matches both
        /// `text/plain; charset=utf-8` and `text/html`.
        public func matches(_ prefix: String) -> Bool {
            mediaType.trimmed.lowercased().hasPrefix(prefix.lowercased())
        }
    }
}
