public import Networking

/// An error in a response (GraphQL specification, section 7.1.2).
public struct GraphQLError: Error, Sendable, Equatable {
    /// The server's description for developers.
    public let message: String
    /// The places in the document that the error concerns; empty if the server sent none.
    public let locations: [Location]
    /// The path from the root of the data to the field that the error concerns; empty if the error concerns the whole
    /// request, or if the server sent no path.
    public let path: [PathSegment]
    /// Additional values from the server, by name; empty if the server sent none.
    public let extensions: [String: JSONValue]

    public init(
        message: String, locations: [Location] = [], path: [PathSegment] = [], extensions: [String: JSONValue] = [:]
    ) {
        self.message = message
        self.locations = locations
        self.path = path
        self.extensions = extensions
    }

    /// The error's code, such as `UNAUTHENTICATED`: the extension that most servers agree on.
    public var code: String? { extensions["code"]?.text }

    /// A place in the document; both numbers start at 1.
    public struct Location: Sendable, Equatable, Decodable {
        /// Counted from 1.
        public let line: Int
        /// Counted from 1.
        public let column: Int

        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    /// One step of a path: a field of an object, or a position in a list.
    public enum PathSegment: Sendable, Hashable {
        /// A field's response key: its alias, or its name.
        case field(String)
        /// A position in a list, counted from 0.
        case index(Int)
    }
}

extension GraphQLError.PathSegment: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral name: String) { self = .field(name) }
    public init(integerLiteral index: Int) { self = .index(index) }
}

extension GraphQLError: CustomStringConvertible {
    /// One line for developers: `books.0.averageStars: rating service unavailable (UPSTREAM)`.
    public var description: String {
        let place = path.map(\.description).joined(separator: ".")
        return (place.isEmpty ? "" : "\(place): ") + message + (code.map { " (\($0))" } ?? "")
    }
}

extension GraphQLError.PathSegment: CustomStringConvertible {
    /// The response key, or the position as a number.
    public var description: String {
        switch self {
        case .field(let name): name
        case .index(let index): "\(index)"
        }
    }
}

extension GraphQLError: Decodable {
    /// Refuses no error, because it is more useful than a decoding error: a member of an unexpected type is ignored, and
    /// without a message its other words are the message, at most 500 characters of them.
    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: Key.self),
            let message = try? container.decode(String.self, forKey: .message)
        else {
            let words = Self.words(in: try JSONValue(from: decoder)).prefix(500)
            self.init(message: words.isEmpty ? "The server sent an error without a message." : String(words))
            return
        }
        self.init(
            message: message,
            locations: (try? container.decodeIfPresent([Location].self, forKey: .locations)) ?? [],
            path: (try? container.decodeIfPresent([PathSegment].self, forKey: .path)) ?? [],
            extensions: (try? container.decodeIfPresent(JSONValue.self, forKey: .extensions))?.object ?? [:])
    }

    /// The server's words in an error of another form, such as `code: 5, reason: spent`.
    private static func words(in value: JSONValue) -> String {
        switch value {
        case .text(let text): text
        case .object(let members):
            members.sorted { $0.key < $1.key }.map { "\($0): \(words(in: $1))" }.joined(separator: ", ")
        case .list(let items): items.map(words).joined(separator: ", ")
        case .boolean(let boolean): "\(boolean)"
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .null, .tooDeep: ""
        }
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
