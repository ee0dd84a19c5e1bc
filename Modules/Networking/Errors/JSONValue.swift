import Foundation

/// JSON of any shape, for bodies without a declared type: a server's error details, or a response that could not be
/// decoded.
enum JSONValue: Decodable {
    case null
    case boolean
    /// `nil` if the number is not an integer.
    case number(Int?)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])
    /// A value below ``maximalDepth``.
    case tooDeep

    /// The number of levels that are decoded. The parser has its own limit; this one limits the recursion here.
    static let maximalDepth = 24

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count < Self.maximalDepth else {
            self = .tooDeep
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
                self = .boolean
            } else {
                self = .number(try? value.decode(Int.self))
            }
        }
    }

    /// The JSON in `body`; `nil` if it is not JSON or larger than `limit`.
    init?(_ body: Data, upTo limit: Int, coding: any BodyCoding) {
        guard !body.isEmpty, body.count <= limit, let tree = try? coding.decode(JSONValue.self, from: body) else {
            return nil
        }
        self = tree
    }

    /// A member of an object; `nil` for other values.
    subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The text, if it is not blank.
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
