import Foundation

/// A value of a variable, an argument or a response. Its objects are ordered, because a response has the order of its
/// selection set (GraphQL specification, section 7.2.2).
enum GraphQLValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case float(Double)
    case string(String)
    case list([GraphQLValue])
    case object([Member])
    /// `$name`, in a document only.
    case variable(String)

    struct Member: Equatable, Sendable {
        let name: String
        let value: GraphQLValue

        init(_ name: String, _ value: GraphQLValue) {
            self.name = name
            self.value = value
        }
    }

    /// A member of an object; `nil` if this is not an object, or has no such member.
    subscript(name: String) -> GraphQLValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var int: Int? { if case .int(let value) = self { value } else { nil } }
    var string: String? { if case .string(let value) = self { value } else { nil } }

    /// JSON on one line, as server-sent events require.
    var json: String {
        switch self {
        case .null, .variable: "null"
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .float(let value): value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.quoted(value)
        case .list(let items): "[" + items.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.name)):\($0.value.json)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ string: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // Every string can be encoded.
        return (try? encoder.encode(string)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}

extension GraphQLValue: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, GraphQLValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

extension GraphQLValue: FieldValue {
    /// The deepest nesting of JSON in a request.
    static let depthLimit = 32
    static let expected = "an object of at most \(depthLimit) levels"
    static let expectedIfOptional = expected
    static let placeholder = GraphQLValue.null

    /// Objects lose their order, which has no meaning in a request.
    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.depthLimit else {
            let context = DecodingError.Context(codingPath: [], debugDescription: "nested too deeply")
            throw DecodingError.dataCorrupted(context)
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .float(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let items = try? container.decode([GraphQLValue].self) {
            self = .list(items)
        } else {
            self = .object(try container.decode([String: GraphQLValue].self).map { Member($0, $1) })
        }
    }
}

/// An error of a GraphQL response (GraphQL specification, section 7.1.2).
struct GraphQLError: Error, Equatable, Sendable {
    /// For programs: `extensions.code`. If Apollo Server has a name for an error, this server uses it.
    enum Code: String, Sendable {
        case parseFailed = "GRAPHQL_PARSE_FAILED"
        case validationFailed = "GRAPHQL_VALIDATION_FAILED"
        /// No operation has the requested name, or the name is missing.
        case operationUnresolved = "OPERATION_RESOLUTION_FAILURE"
        case badUserInput = "BAD_USER_INPUT"
        case unauthenticated = "UNAUTHENTICATED"
        case forbidden = "FORBIDDEN"
        case notFound = "NOT_FOUND"
        case upstream = "UPSTREAM"
        case persistedQueryNotFound = "PERSISTED_QUERY_NOT_FOUND"
        case persistedQueryNotSupported = "PERSISTED_QUERY_NOT_SUPPORTED"
        case internalError = "INTERNAL_SERVER_ERROR"
    }

    /// A place in the document, in Unicode scalars. Both numbers begin with 1.
    struct Location: Equatable, Sendable {
        var line = 1
        var column = 1
    }

    let code: Code
    let message: String
    /// `nil` if the error belongs to no place in the document.
    var location: Location?
    /// The path of the field in the response: strings and integers. Empty for an error of the whole request.
    var path: [GraphQLValue] = []

    init(_ code: Code, _ message: String, at location: Location? = nil) {
        self.code = code
        self.message = message
        self.location = location
    }

    /// The error as an element of a response's `errors`.
    var value: GraphQLValue {
        var members: [GraphQLValue.Member] = [.init("message", .string(message))]
        if let location {
            let place: GraphQLValue = ["line": .int(location.line), "column": .int(location.column)]
            members.append(.init("locations", .list([place])))
        }
        if !path.isEmpty { members.append(.init("path", .list(path))) }
        members.append(.init("extensions", ["code": .string(code.rawValue)]))
        return .object(members)
    }
}

/// The result of one operation (GraphQL specification, section 7.1).
struct GraphQLResponse: Equatable, Sendable {
    /// `nil` if the operation was refused; the response then has no `data`.
    var data: GraphQLValue?
    var errors: [GraphQLError] = []
    /// The number of root fields that have a value. A mutation with such a field had an effect.
    var completedRootFields = 0

    /// `errors` first, so that a reader of a long response sees them, as the specification suggests.
    var json: String {
        var members: [GraphQLValue.Member] = []
        if !errors.isEmpty { members.append(.init("errors", .list(errors.map(\.value)))) }
        if let data { members.append(.init("data", data)) }
        return GraphQLValue.object(members).json
    }
}
