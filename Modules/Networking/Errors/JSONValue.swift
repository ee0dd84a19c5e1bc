import Foundation

/// JSON of any shape, for bodies without a declared type: a server's error details, or a response that could not be
/// decoded.
public enum JSONValue: Sendable, Hashable, Decodable {
    case null
    case boolean(Bool)
    case integer(Int)
    /// A number that is not an `Int`, rounded to the nearest `Double`; infinity if it is beyond the range of `Double`.
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])
    /// A value nested deeper than `maximalDepth`, which was not read.
    case tooDeep

    /// The number of levels that are decoded. The parser has its own limit; this one limits recursion in `init(from:)`.
    static let maximalDepth = 24

    /// Decodes any JSON.
    public init(from decoder: any Decoder) throws {
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
            } else if let boolean = try? value.decode(Bool.self) {
                self = .boolean(boolean)
            } else if let integer = try? value.decode(Int.self) {
                self = .integer(integer)
            } else {
                self = .number((try? value.decode(Double.self)) ?? .infinity)
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
    public subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The text; `nil` for a blank one and for other values.
    public var text: String? {
        if case .text(let text) = self, !text.allSatisfy(\.isWhitespace) { text } else { nil }
    }

    /// The items of a list; `nil` for other values.
    public var list: [JSONValue]? {
        if case .list(let list) = self { list } else { nil }
    }

    /// The members of an object; `nil` for other values.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
