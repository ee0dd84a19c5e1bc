import Foundation

/// An operation of a document: a query, mutation or subscription.
struct GraphQLOperation: Sendable {
    enum Kind: String, Sendable {
        case query, mutation, subscription

        /// The schema type of the root object.
        var rootType: String { rawValue.capitalized }
    }

    var kind = Kind.query
    var name: String?
    var variables: [GraphQLSchema.Input] = []
    var selections: [GraphQLSelection] = []
    let location: GraphQLError.Location
}

/// One element of a selection set.
struct GraphQLSelection: Sendable {
    enum Kind: Sendable {
        /// `alias: name(arguments) { … }`. The key is the alias or the name.
        case field(key: String, name: String, arguments: [GraphQLValue.Member], selections: [GraphQLSelection])
        /// `...name`
        case spread(String)
        /// `... on Type { … }`, or without a type.
        case inline(type: String?, selections: [GraphQLSelection])
    }

    /// `@name(arguments)`.
    struct Directive: Sendable {
        let name: String
        let arguments: [GraphQLValue.Member]
    }

    let kind: Kind
    let directives: [Directive]
    let location: GraphQLError.Location
}

/// An executable document, as parsed and not validated.
struct GraphQLDocument: Sendable {
    /// `fragment name on Type { … }`.
    struct Fragment: Sendable {
        let type: String
        let selections: [GraphQLSelection]
    }

    var operations: [GraphQLOperation] = []
    var fragments: [String: Fragment] = [:]
}

/// A type as written: `[Review!]!`.
indirect enum GraphQLType: Equatable, Sendable, CustomStringConvertible {
    case named(String)
    case list(GraphQLType)
    case nonNull(GraphQLType)

    /// The name inside all lists and exclamation marks.
    var name: String {
        switch self {
        case .named(let name): name
        case .list(let type), .nonNull(let type): type.name
        }
    }
    var isNonNull: Bool { if case .nonNull = self { true } else { false } }
    /// This type without an outer exclamation mark.
    var nullable: Self { if case .nonNull(let type) = self { type } else { self } }

    var description: String {
        switch self {
        case .named(let name): name
        case .list(let type): "[\(type)]"
        case .nonNull(let type): "\(type)!"
        }
    }
}

/// A recursive-descent parser of executable documents and schemas (GraphQL specification, sections 2 and 3).
///
/// Not supported: block strings, descriptions, and directives on operations, variables, definitions and types.
struct GraphQLParser {
    private struct Token {
        let text: Substring
        let location: GraphQLError.Location
        var isName: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
    }

    private var tokens: ArraySlice<Token>
    private var depth = 0
    /// The deepest nesting. It bounds the recursion of this parser and of every later step.
    private static let depthLimit = 32

    init(_ text: String) throws {
        tokens = try Self.tokens(of: text)[...]
    }

    /// Splits a text into tokens, of which the last one is empty.
    private static func tokens(of text: String) throws -> [Token] {
        let token =
            #/
            [\u{20}\t\n\r,\u{FEFF}]+ | \#[^\n\r]* | \.\.\. | [!$&():=@\[\]{|}] | [_A-Za-z][_0-9A-Za-z]*
            | -?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+\-]?[0-9]+)?(?![_0-9A-Za-z.]) | "(?:[^"\\\n\r]|\\.)*"
            /#.matchingSemantics(.unicodeScalar)
        var tokens: [Token] = []
        var location = GraphQLError.Location()
        var rest = text[...]
        while !rest.isEmpty {
            guard let match = try? token.prefixMatch(in: rest)?.output else {
                let scalar = rest.unicodeScalars[rest.startIndex]
                let isControl = scalar.properties.generalCategory == .control
                let name = isControl ? "U+" + String(scalar.value, radix: 16, uppercase: true) : "\"\(scalar)\""
                throw GraphQLError(.parseFailed, "Syntax error: Unexpected character \(name).", at: location)
            }
            rest = rest[match.endIndex...]
            if match.first.map({ " \t\n\r\r\n,\u{FEFF}#".contains($0) }) == false {
                tokens.append(Token(text: match, location: location))
            }
            for scalar in match.unicodeScalars {
                location =
                    scalar == "\n"
                    ? .init(line: location.line + 1) : .init(line: location.line, column: location.column + 1)
            }
        }
        return tokens + [Token(text: "", location: location)]
    }

    /// Parses an executable document.
    static func document(_ text: String) throws -> GraphQLDocument {
        var parser = try Self(text)
        var document = GraphQLDocument()
        repeat {
            if parser.accept("fragment") {
                let location = parser.location
                let name = try parser.name()
                guard name != "on" else {
                    throw GraphQLError(.parseFailed, "Syntax error: Unexpected \"on\".", at: location)
                }
                try parser.expect("on")
                document.fragments[name] = .init(type: try parser.name(), selections: try parser.selections())
            } else {
                document.operations.append(try parser.operation())
            }
        } while !parser.isAtEnd
        return document
    }

    private mutating func operation() throws -> GraphQLOperation {
        var operation = GraphQLOperation(location: location)
        if !next(is: "{") {
            guard let kind = GraphQLOperation.Kind(rawValue: String(tokens.first?.text ?? "")) else {
                throw unexpected()
            }
            operation.kind = kind
            tokens.removeFirst()
            if tokens.first?.isName == true { operation.name = try name() }
            if next(is: "(") {
                operation.variables = try list("(", ")") {
                    try $0.expect("$")
                    return try $0.input()
                }
            }
        }
        operation.selections = try selections()
        return operation
    }

    private mutating func selections() throws -> [GraphQLSelection] {
        try list("{", "}") { try $0.selection() }
    }

    private mutating func selection() throws -> GraphQLSelection {
        let location = location
        if accept("...") {
            if tokens.first?.isName == true, !next(is: "on") {
                let name = try name()
                return GraphQLSelection(kind: .spread(name), directives: try directives(), location: location)
            }
            let type = accept("on") ? try name() : nil
            let directives = try directives()
            return GraphQLSelection(
                kind: .inline(type: type, selections: try selections()), directives: directives, location: location)
        }
        let key = try name()
        let name = accept(":") ? try name() : key
        let arguments = try arguments()
        let directives = try directives()
        let selections = next(is: "{") ? try selections() : []
        return GraphQLSelection(
            kind: .field(key: key, name: name, arguments: arguments, selections: selections), directives: directives,
            location: location)
    }

    private mutating func directives() throws -> [GraphQLSelection.Directive] {
        var directives: [GraphQLSelection.Directive] = []
        while accept("@") { directives.append(.init(name: try name(), arguments: try arguments())) }
        return directives
    }

    private mutating func arguments() throws -> [GraphQLValue.Member] {
        guard next(is: "(") else { return [] }
        return try list("(", ")") { try $0.member() }
    }

    private mutating func member() throws -> GraphQLValue.Member {
        let name = try name()
        try expect(":")
        return .init(name, try value())
    }

    private mutating func value() throws -> GraphQLValue {
        if accept("$") { return .variable(try name()) }
        if next(is: "[") {
            return .list(try list("[", "]", mayBeEmpty: true) { try $0.value() })
        }
        if next(is: "{") {
            return .object(
                try list("{", "}", mayBeEmpty: true) { try $0.member() })
        }
        guard let token = tokens.first, let value = Self.scalar(token.text) else { throw unexpected() }
        tokens.removeFirst()
        return value
    }

    private static func scalar(_ text: Substring) -> GraphQLValue? {
        guard let first = text.first else { return nil }
        switch first {
        case "\"":
            // The escape sequences are those of JSON.
            return (try? JSONDecoder().decode(String.self, from: Data(text.utf8))).map { .string($0) }
        case "-", "0"..."9":
            return Int(text).map { .int($0) } ?? Double(text).flatMap { $0.isFinite ? .float($0) : nil }
        case "_", "a"..."z", "A"..."Z":
            switch text {
            case "true": return .bool(true)
            case "false": return .bool(false)
            case "null": return .null
            default: return .enumeration(String(text))
            }
        default: return nil
        }
    }
}

/// The methods that the parser of ``GraphQLSchema`` uses too.
extension GraphQLParser {
    var isAtEnd: Bool { tokens.first?.text.isEmpty != false }
    private var location: GraphQLError.Location { tokens.first?.location ?? .init() }

    private func next(is text: String) -> Bool { tokens.first.map { $0.text == text } ?? false }

    /// Skips a token with this text, if it is the next one.
    mutating func accept(_ text: String) -> Bool {
        guard next(is: text) else { return false }
        tokens.removeFirst()
        return true
    }

    mutating func expect(_ text: String) throws {
        guard accept(text) else { throw unexpected() }
    }

    mutating func name() throws -> String {
        guard let token = tokens.first, token.isName else { throw unexpected() }
        tokens.removeFirst()
        return String(token.text)
    }

    mutating func type() throws -> GraphQLType {
        var type: GraphQLType
        if accept("[") {
            try nest()
            type = .list(try self.type())
            depth -= 1
            try expect("]")
        } else {
            type = .named(try name())
        }
        if accept("!") { type = .nonNull(type) }
        return type
    }

    /// A variable, an argument or a field of an input type: `name: Type = default`.
    mutating func input() throws -> GraphQLSchema.Input {
        let name = try name()
        try expect(":")
        return .init(name: name, type: try type(), defaultValue: accept("=") ? try value() : nil)
    }

    /// Parses elements between two tokens: at least one, unless the list may be empty.
    mutating func list<Element>(
        _ open: String, _ close: String, mayBeEmpty: Bool = false,
        _ element: (inout Self) throws -> Element
    ) throws -> [Element] {
        try nest()
        try expect(open)
        if !mayBeEmpty, next(is: close) { throw unexpected() }
        var elements: [Element] = []
        while !accept(close) { elements.append(try element(&self)) }
        depth -= 1
        return elements
    }

    func unexpected() -> GraphQLError {
        let text = tokens.first?.text ?? ""
        let found = text.isEmpty ? "end of document" : text.hasPrefix("\"") ? "a string" : "\"\(text.prefix(40))\""
        return GraphQLError(.parseFailed, "Syntax error: Unexpected \(found).", at: location)
    }

    private mutating func nest() throws {
        depth += 1
        guard depth <= Self.depthLimit else {
            throw GraphQLError(
                .validationFailed, "The document is nested more than \(Self.depthLimit) levels deep.", at: location)
        }
    }
}

/// The types of a schema, read from its definition language (GraphQL specification, section 3).
///
/// The server reads the same text that clients download, so the two cannot differ. The parser knows object, input,
/// union and scalar types, and no enums, interfaces, descriptions or directives, because the schema has none.
struct GraphQLSchema: Sendable {
    enum Definition: Sendable {
        case scalar
        case object([String: Field])
        /// The names of its object types.
        case union([String])
        case input([Input])
    }

    struct Field: Sendable {
        let arguments: [Input]
        let type: GraphQLType
    }

    /// A variable, an argument, or a field of an input type.
    struct Input: Sendable {
        let name: String
        let type: GraphQLType
        let defaultValue: GraphQLValue?
    }

    private(set) var definitions: [String: Definition] = [
        "Int": .scalar, "Float": .scalar, "String": .scalar, "Boolean": .scalar, "ID": .scalar,
    ]

    init(_ text: String) throws {
        var parser = try GraphQLParser(text)
        while !parser.isAtEnd {
            let keyword = try parser.name()
            let name = try parser.name()
            switch keyword {
            case "scalar": definitions[name] = .scalar
            case "input":
                definitions[name] = .input(
                    try parser.list("{", "}") { try $0.input() })
            case "union":
                try parser.expect("=")
                var members: [String] = []
                repeat { members.append(try parser.name()) } while parser.accept("|")
                definitions[name] = .union(members)
            case "type":
                let fields = try parser.list("{", "}") { try $0.field() }
                definitions[name] = .object(Dictionary(fields) { $1 })
            default: throw parser.unexpected()
            }
        }
    }

    /// `nil` if there is no such type, or it has no such field.
    func field(_ name: String, of type: String) -> Field? {
        if name == "__typename" { return Field(arguments: [], type: .nonNull(.named("String"))) }
        guard case .object(let fields)? = definitions[type] else { return nil }
        return fields[name]
    }

    /// The object types that a value of an object or union type can have; empty for other types.
    func possibleTypes(of type: String) -> [String] {
        switch definitions[type] {
        case .object: [type]
        case .union(let members): members
        case .scalar, .input, nil: []
        }
    }
}

extension GraphQLParser {
    fileprivate mutating func field() throws -> (String, GraphQLSchema.Field) {
        let name = try name()
        var arguments: [GraphQLSchema.Input] = []
        if next(is: "(") {
            arguments = try list("(", ")") { try $0.input() }
        }
        try expect(":")
        return (name, .init(arguments: arguments, type: try type()))
    }
}
