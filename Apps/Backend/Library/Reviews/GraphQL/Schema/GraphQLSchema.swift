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
        let type: GraphQLTypeReference
    }

    /// An argument, or a field of an input type.
    struct Input: Sendable {
        let name: String
        let type: GraphQLTypeReference
        let defaultValue: GraphQLValue?
    }

    private(set) var definitions: [String: Definition] = [
        "Int": .scalar, "Float": .scalar, "String": .scalar, "Boolean": .scalar, "ID": .scalar,
    ]

    init(_ text: String) throws(GraphQLRequestError) {
        var parser = try GraphQLParser(text, depthLimit: 64)
        while parser.token.kind != .end {
            let keyword = try parser.name()
            let name = try parser.name()
            switch keyword {
            case "scalar": definitions[name] = .scalar
            case "union": definitions[name] = .union(try parser.members())
            case "type": definitions[name] = .object(try parser.fields())
            case "input": definitions[name] = .input(try parser.inputs("{", "}"))
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

    func isInput(_ type: String) -> Bool {
        switch definitions[type] {
        case .scalar, .input: true
        case .object, .union, nil: false
        }
    }
}

extension GraphQLParser {
    fileprivate mutating func members() throws(GraphQLRequestError) -> [String] {
        try expect("=")
        var members = [try name()]
        while token.kind == .punctuator("|") {
            try advance()
            members.append(try name())
        }
        return members
    }

    fileprivate mutating func fields() throws(GraphQLRequestError) -> [String: GraphQLSchema.Field] {
        var fields: [String: GraphQLSchema.Field] = [:]
        try list("{", "}") { (parser) throws(GraphQLRequestError) in
            let name = try parser.name()
            let arguments = parser.token.kind == .punctuator("(") ? try parser.inputs("(", ")") : []
            try parser.expect(":")
            fields[name] = GraphQLSchema.Field(arguments: arguments, type: try parser.type())
        }
        return fields
    }

    fileprivate mutating func inputs(
        _ open: Character, _ close: Character
    ) throws(GraphQLRequestError) -> [GraphQLSchema.Input] {
        var inputs: [GraphQLSchema.Input] = []
        try list(open, close) { (parser) throws(GraphQLRequestError) in
            let name = try parser.name()
            try parser.expect(":")
            inputs.append(
                GraphQLSchema.Input(name: name, type: try parser.type(), defaultValue: try parser.defaultValue()))
        }
        return inputs
    }
}
