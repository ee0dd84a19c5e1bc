import Foundation

/// A JSON body as whatever it is, for looking at what nobody promised: a server's words about a failure, the shape of
/// an answer that was not understood.
enum JSONValue: Decodable {
    case null
    case flag
    /// Its value only where it is whole.
    case number(Int?)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])
    /// Deeper than anybody looks.
    case unread

    /// How many levels are kept. The parser has its own limit; this one keeps the recursion here small.
    static let maximalDepth = 24

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count < Self.maximalDepth else {
            self = .unread
            return
        }
        if let members = try? decoder.container(keyedBy: AnyKey.self) {
            var object: [String: JSONValue] = [:]
            for key in members.allKeys { object[key.stringValue] = try members.decode(JSONValue.self, forKey: key) }
            self = .object(object)
        } else if var items = try? decoder.unkeyedContainer() {
            var list: [JSONValue] = []
            while !items.isAtEnd { list.append(try items.decode(JSONValue.self)) }
            self = .list(list)
        } else {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if value.decodeNil() {
                self = .null
            } else if (try? value.decode(Bool.self)) != nil {
                self = .flag
            } else {
                self = .number(try? value.decode(Int.self))
            }
        }
    }

    /// Its JSON tree, or `nil` where the bytes are no JSON or more than `limit`.
    init?(_ body: Data, upTo limit: Int, coding: any BodyCoding) {
        guard !body.isEmpty, body.count <= limit, let tree = try? coding.decode(JSONValue.self, from: body) else {
            return nil
        }
        self = tree
    }

    /// A member of an object; `nil` for everything else.
    subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// A text with something in it.
    var text: String? {
        if case .text(let text) = self, !text.allSatisfy(\.isWhitespace) { text } else { nil }
    }

    var list: [JSONValue]? {
        if case .list(let list) = self { list } else { nil }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
