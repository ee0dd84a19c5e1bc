import Foundation

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
