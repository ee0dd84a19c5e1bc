/// A value of a variable, an argument or a response. Unlike ``JSONValue``, its objects are ordered, because a response
/// has the order of its selection set (GraphQL specification, section 7.2.2). It also has floating-point numbers.
enum GraphQLValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case float(Double)
    case string(String)
    case list([GraphQLValue])
    case object([Member])
    /// The name of a file of a multipart request, in place of a variable's `null`.
    case upload(String)
    /// `$name`, in a document only.
    case variable(String)
    /// An enum value, in a document only. It is never valid, because the schema has no enums.
    case enumeration(String)

    struct Member: Equatable, Sendable {
        let name: String
        var value: GraphQLValue

        init(_ name: String, _ value: GraphQLValue) {
            self.name = name
            self.value = value
        }
    }

    /// A member of an object; `nil` if this is no object, or has no such member.
    subscript(name: String) -> GraphQLValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The names of the variables in this value.
    var variables: [String] {
        switch self {
        case .variable(let name): [name]
        case .list(let items): items.flatMap(\.variables)
        case .object(let members): members.flatMap(\.value.variables)
        default: []
        }
    }

    var int: Int? { if case .int(let value) = self { value } else { nil } }
    var string: String? { if case .string(let value) = self { value } else { nil } }
}

extension GraphQLValue: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, GraphQLValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

extension GraphQLValue: Decodable {
    /// Objects lose their order, which has no meaning in a request.
    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.depthLimit else {
            let context = DecodingError.Context(codingPath: [], debugDescription: "nested too deeply")
            throw DecodingError.dataCorrupted(context)
        }
        if let object = try? decoder.container(keyedBy: AnyKey.self) {
            self = .object(
                try object.allKeys.map { Member($0.stringValue, try object.decode(GraphQLValue.self, forKey: $0)) })
        } else if var list = try? decoder.unkeyedContainer() {
            var items: [GraphQLValue] = []
            while !list.isAtEnd { items.append(try list.decode(GraphQLValue.self)) }
            self = .list(items)
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int.self) {
                self = .int(value)
            } else if let value = try? container.decode(Double.self) {
                self = .float(value)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }

    /// The deepest nesting of JSON in a request.
    static let depthLimit = 32

    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension GraphQLValue {
    /// JSON on one line, as server-sent events require.
    var json: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null, .upload, .variable, .enumeration: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .int(let value): text += String(value)
        case .float(let value): text += value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.write(value, to: &text)
        case .list(let items):
            text += "["
            for (index, item) in items.enumerated() {
                if index > 0 { text += "," }
                item.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\0"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
