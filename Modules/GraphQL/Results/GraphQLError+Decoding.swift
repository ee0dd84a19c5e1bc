import Networking

extension GraphQLError: Decodable {
    /// Requires a message. An optional member of an unexpected type is ignored, because the server's error is more
    /// useful than a decoding error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            message: try container.decode(String.self, forKey: .message),
            locations: (try? container.decodeIfPresent([Location].self, forKey: .locations)) ?? [],
            path: (try? container.decodeIfPresent([PathSegment].self, forKey: .path)) ?? [],
            extensions: (try? container.decodeIfPresent(JSONValue.self, forKey: .extensions))?.object ?? [:])
    }

    private enum Key: String, CodingKey {
        case message, locations, path, extensions
    }

    /// Whether this error is the reason why the value at `codingPath` of the data is null or missing: a null spreads
    /// from the failed field to its parents (GraphQL specification, section 6.4.4).
    func explains(nullAt codingPath: [any CodingKey]) -> Bool {
        codingPath.count <= path.count
            && zip(codingPath, path).allSatisfy { key, segment in
                switch segment {
                case .field(let name): key.stringValue == name
                case .index(let index): key.intValue == index
                }
            }
    }
}

extension GraphQLError.PathSegment: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let index = try? container.decode(Int.self) {
            self = .index(index)
        } else {
            self = .field(try container.decode(String.self))
        }
    }
}
