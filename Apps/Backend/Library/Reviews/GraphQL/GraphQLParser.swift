import Foundation

/// A recursive-descent parser of executable documents and schemas (GraphQL specification, sections 2 and 3).
///
/// Not supported: block strings, descriptions, enum values, and directives on operations, variables, definitions and
/// types.
struct GraphQLParser {
    private struct Token {
        let text: Substring
        let location: GraphQLError.Location
        var isName: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
    }

    /// The last one is empty.
    private let tokens: [Token]
    private var position = 0
    private var depth = 0
    /// The deepest nesting. It bounds the recursion of this parser and of every later step.
    private static let depthLimit = 32

    private var token: Token { tokens[position] }

    init(_ text: String) throws {
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
                throw GraphQLError(.parseFailed, "Syntax error: Unexpected character \"\(scalar)\".", at: location)
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
        self.tokens = tokens + [Token(text: "", location: location)]
    }

    static func document(_ text: String) throws -> GraphQLDocument {
        var parser = try Self(text)
        var document = GraphQLDocument()
        repeat {
            if parser.accept("fragment") {
                let name = try parser.name()
                try parser.expect("on")
                document.fragments[name] = .init(type: try parser.name(), selections: try parser.selections())
            } else {
                document.operations.append(try parser.operation())
            }
        } while !parser.token.text.isEmpty
        return document
    }
}

// MARK: - Documents

extension GraphQLParser {
    private mutating func operation() throws -> GraphQLOperation {
        var operation = GraphQLOperation(location: token.location)
        if token.text != "{" {
            guard let kind = GraphQLOperation.Kind(rawValue: String(token.text)) else { throw unexpected() }
            operation.kind = kind
            position += 1
            if token.isName { operation.name = try name() }
            operation.variables = try list("(", ")", isOptional: true) {
                try $0.expect("$")
                return try $0.input()
            }
        }
        operation.selections = try selections()
        return operation
    }

    private mutating func selections(isOptional: Bool = false) throws -> [GraphQLSelection] {
        try list("{", "}", isOptional: isOptional) { try $0.selection() }
    }

    private mutating func selection() throws -> GraphQLSelection {
        let location = token.location
        let kind: GraphQLSelection.Kind
        let conditions: [GraphQLSelection.Condition]
        if accept("...") {
            if token.isName, token.text != "on" {
                kind = .spread(try name())
                conditions = try self.conditions()
            } else {
                let type = accept("on") ? try name() : nil
                conditions = try self.conditions()
                kind = .inline(type: type, selections: try selections())
            }
        } else {
            let key = try name()
            let name = accept(":") ? try name() : key
            let arguments = try list("(", ")", isOptional: true) { try $0.member() }
            conditions = try self.conditions()
            kind = .field(key: key, name: name, arguments: arguments, selections: try selections(isOptional: true))
        }
        return GraphQLSelection(kind: kind, conditions: conditions, location: location)
    }

    private mutating func conditions() throws -> [GraphQLSelection.Condition] {
        var conditions: [GraphQLSelection.Condition] = []
        while token.text == "@" {
            let location = token.location
            position += 1
            let name = try name()
            guard ["include", "skip"].contains(name) else {
                throw GraphQLError(.validationFailed, "There is no directive @\(name).", at: location)
            }
            for text in ["(", "if", ":"] { try expect(text) }
            conditions.append(.init(name: name, value: try value()))
            try expect(")")
        }
        return conditions
    }

    private mutating func member() throws -> GraphQLValue.Member {
        let name = try name()
        try expect(":")
        return .init(name, try value())
    }

    private mutating func value() throws -> GraphQLValue {
        if accept("$") { return .variable(try name()) }
        if token.text == "[" { return .list(try list("[", "]", mayBeEmpty: true) { try $0.value() }) }
        if token.text == "{" { return .object(try list("{", "}", mayBeEmpty: true) { try $0.member() }) }
        // Numbers, strings, booleans and `null` are written as in JSON.
        guard let value = try? JSONDecoder().decode(GraphQLValue.self, from: Data(token.text.utf8)) else {
            throw unexpected()
        }
        position += 1
        return value
    }
}

// MARK: - Schemas

extension GraphQLParser {
    /// Parses a schema, and calls `define` with the name and the definition of each type.
    mutating func definitions(_ define: (String, GraphQLSchema.Definition) -> Void) throws {
        while !token.text.isEmpty {
            let keyword = try name()
            let name = try name()
            switch keyword {
            case "scalar": define(name, .scalar)
            case "input": define(name, .input(try list("{", "}") { try $0.input() }))
            case "type": define(name, .object(Dictionary(try list("{", "}") { try $0.field() }) { $1 }))
            case "union":
                try expect("=")
                var members = [try self.name()]
                while accept("|") { members.append(try self.name()) }
                define(name, .union(members))
            default: throw unexpected()
            }
        }
    }

    private mutating func field() throws -> (String, GraphQLSchema.Field) {
        let name = try name()
        let arguments = try list("(", ")", isOptional: true) { try $0.input() }
        try expect(":")
        return (name, .init(arguments: arguments, type: try type()))
    }

    /// A variable, an argument or a field of an input type: `name: Type = default`.
    private mutating func input() throws -> GraphQLSchema.Input {
        let name = try name()
        try expect(":")
        return .init(name: name, type: try type(), defaultValue: accept("=") ? try value() : nil)
    }

    private mutating func type() throws -> GraphQLType {
        let isList = accept("[")
        let type = isList ? "[\(try nested { try $0.type() })]" : try name()
        if isList { try expect("]") }
        return GraphQLType(description: accept("!") ? type + "!" : type)
    }
}

// MARK: - Tokens

extension GraphQLParser {
    /// Skips a token with this text, if it is the next one.
    private mutating func accept(_ text: String) -> Bool {
        guard token.text == text else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ text: String) throws {
        guard accept(text) else { throw unexpected() }
    }

    private mutating func name() throws -> String {
        guard token.isName else { throw unexpected() }
        defer { position += 1 }
        return String(token.text)
    }

    /// Parses elements between two tokens: at least one, unless the list may be empty.
    private mutating func list<Element>(
        _ open: String, _ close: String, isOptional: Bool = false, mayBeEmpty: Bool = false,
        _ element: (inout Self) throws -> Element
    ) throws -> [Element] {
        if isOptional, token.text != open { return [] }
        try expect(open)
        if !mayBeEmpty, token.text == close { throw unexpected() }
        return try nested { parser in
            var elements: [Element] = []
            while !parser.accept(close) { elements.append(try element(&parser)) }
            return elements
        }
    }

    private mutating func nested<Value>(_ body: (inout Self) throws -> Value) throws -> Value {
        depth += 1
        guard depth <= Self.depthLimit else {
            throw GraphQLError(
                .validationFailed, "The document is nested more than \(Self.depthLimit) levels deep.",
                at: token.location)
        }
        defer { depth -= 1 }
        return try body(&self)
    }

    private func unexpected() -> GraphQLError {
        let text = token.text
        let found = text.isEmpty ? "end of document" : text.hasPrefix("\"") ? "a string" : "\"\(text.prefix(40))\""
        return GraphQLError(.parseFailed, "Syntax error: Unexpected \(found).", at: token.location)
    }
}
