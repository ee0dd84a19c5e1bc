/// A recursive-descent parser of executable documents (GraphQL specification, section 2).
///
/// It does not parse directives on operations, variables and fragment definitions, because this server defines none for
/// these places.
struct GraphQLParser: Sendable {
    private var lexer: GraphQLLexer
    private(set) var token: GraphQLLexer.Token
    private var depth = 0
    private let depthLimit: Int

    /// - Parameter depthLimit: the deepest nesting of selection sets, types, lists and input objects. It bounds the
    ///   recursion of the parser, and of every later step.
    init(_ text: String, depthLimit: Int) throws(GraphQLRequestError) {
        lexer = GraphQLLexer(text)
        token = try lexer.next()
        self.depthLimit = depthLimit
    }

    mutating func document() throws(GraphQLRequestError) -> GraphQLDocument {
        var document = GraphQLDocument()
        repeat {
            switch token.kind {
            case .punctuator("{"): document.operations.append(try operation(.query))
            case .name("fragment"): document.fragments.append(try fragment())
            case .name(let word):
                guard let kind = GraphQLOperation.Kind(rawValue: word) else { throw unexpected() }
                document.operations.append(try operation(kind))
            default: throw unexpected()
            }
        } while token.kind != .end
        return document
    }

    private mutating func operation(_ kind: GraphQLOperation.Kind) throws(GraphQLRequestError) -> GraphQLOperation {
        let location = token.location
        guard token.kind != .punctuator("{") else {
            return GraphQLOperation(
                kind: kind, name: nil, variables: [], selections: try selections(), location: location)
        }
        try advance()
        var name: String?
        if case .name = token.kind { name = try self.name() }
        var variables: [GraphQLOperation.Variable] = []
        if token.kind == .punctuator("(") {
            try list("(", ")") { (parser) throws(GraphQLRequestError) in variables.append(try parser.variable()) }
        }
        return GraphQLOperation(
            kind: kind, name: name, variables: variables, selections: try selections(), location: location)
    }

    private mutating func variable() throws(GraphQLRequestError) -> GraphQLOperation.Variable {
        let location = token.location
        try expect("$")
        let name = try name()
        try expect(":")
        return GraphQLOperation.Variable(
            name: name, type: try type(), defaultValue: try defaultValue(), location: location)
    }

    private mutating func fragment() throws(GraphQLRequestError) -> GraphQLFragment {
        let location = token.location
        try advance()
        let name = try name()
        guard name != "on", token.kind == .name("on") else { throw unexpected() }
        try advance()
        return GraphQLFragment(name: name, type: try self.name(), selections: try selections(), location: location)
    }

    private mutating func selections() throws(GraphQLRequestError) -> [GraphQLSelection] {
        var selections: [GraphQLSelection] = []
        try list("{", "}") { (parser) throws(GraphQLRequestError) in selections.append(try parser.selection()) }
        return selections
    }

    private mutating func selection() throws(GraphQLRequestError) -> GraphQLSelection {
        let location = token.location
        guard token.kind == .spread else { return .field(try field()) }
        try advance()
        if case .name(let name) = token.kind, name != "on" {
            try advance()
            return .spread(name: name, directives: try directives(), location: location)
        }
        var type: String?
        if token.kind == .name("on") {
            try advance()
            type = try name()
        }
        return .inline(type: type, directives: try directives(), selections: try selections(), location: location)
    }

    private mutating func field() throws(GraphQLRequestError) -> GraphQLField {
        let location = token.location
        var name = try name()
        var alias: String?
        if token.kind == .punctuator(":") {
            try advance()
            alias = name
            name = try self.name()
        }
        return GraphQLField(
            alias: alias, name: name, arguments: try arguments(), directives: try directives(),
            selections: token.kind == .punctuator("{") ? try selections() : [], location: location)
    }

    private mutating func directives() throws(GraphQLRequestError) -> [GraphQLDirective] {
        var directives: [GraphQLDirective] = []
        while token.kind == .punctuator("@") {
            let location = token.location
            try advance()
            directives.append(GraphQLDirective(name: try name(), arguments: try arguments(), location: location))
        }
        return directives
    }

    private mutating func arguments() throws(GraphQLRequestError) -> [GraphQLValue.Member] {
        guard token.kind == .punctuator("(") else { return [] }
        return try members("(", ")", mayBeEmpty: false)
    }

    /// Arguments, or the fields of an input object.
    private mutating func members(
        _ open: Character, _ close: Character, mayBeEmpty: Bool
    ) throws(GraphQLRequestError) -> [GraphQLValue.Member] {
        var members: [GraphQLValue.Member] = []
        try list(open, close, mayBeEmpty: mayBeEmpty) { (parser) throws(GraphQLRequestError) in
            let name = try parser.name()
            try parser.expect(":")
            members.append(.init(name, try parser.value()))
        }
        return members
    }

    private mutating func value() throws(GraphQLRequestError) -> GraphQLValue {
        let value: GraphQLValue
        switch token.kind {
        case .punctuator("$"):
            try advance()
            return .variable(try name())
        case .punctuator("["):
            var items: [GraphQLValue] = []
            try list("[", "]", mayBeEmpty: true) { (parser) throws(GraphQLRequestError) in
                items.append(try parser.value())
            }
            return .list(items)
        case .punctuator("{"): return .object(try members("{", "}", mayBeEmpty: true))
        case .int(let digits): value = Int(digits).map { .int($0) } ?? .float(Double(digits) ?? .infinity)
        case .float(let digits): value = .float(Double(digits) ?? .infinity)
        case .string(let text): value = .string(text)
        case .name("true"): value = .bool(true)
        case .name("false"): value = .bool(false)
        case .name("null"): value = .null
        case .name(let name): value = .enumeration(name)
        default: throw unexpected()
        }
        if case .float(let number) = value, !number.isFinite { throw unexpected() }
        try advance()
        return value
    }
}

/// The methods that the parser of ``GraphQLSchema`` uses too.
extension GraphQLParser {
    mutating func advance() throws(GraphQLRequestError) { token = try lexer.next() }

    mutating func name() throws(GraphQLRequestError) -> String {
        guard case .name(let name) = token.kind else { throw unexpected() }
        try advance()
        return name
    }

    mutating func expect(_ punctuator: Character) throws(GraphQLRequestError) {
        guard token.kind == .punctuator(punctuator) else { throw unexpected() }
        try advance()
    }

    mutating func type() throws(GraphQLRequestError) -> GraphQLTypeReference {
        var type: GraphQLTypeReference
        if token.kind == .punctuator("[") {
            try nest()
            try advance()
            type = .list(try self.type())
            try expect("]")
            depth -= 1
        } else {
            type = .named(try name())
        }
        if token.kind == .punctuator("!") {
            try advance()
            type = .nonNull(type)
        }
        return type
    }

    mutating func defaultValue() throws(GraphQLRequestError) -> GraphQLValue? {
        guard token.kind == .punctuator("=") else { return nil }
        try advance()
        return try value()
    }

    /// Parses elements between two punctuators: at least one, unless the list may be empty.
    mutating func list(
        _ open: Character, _ close: Character, mayBeEmpty: Bool = false,
        _ element: (inout Self) throws(GraphQLRequestError) -> Void
    ) throws(GraphQLRequestError) {
        try nest()
        try expect(open)
        if token.kind == .punctuator(close), !mayBeEmpty { throw unexpected() }
        while token.kind != .punctuator(close) { try element(&self) }
        try advance()
        depth -= 1
    }

    func unexpected() -> GraphQLRequestError {
        let found =
            switch token.kind {
            case .punctuator(let character): "\"\(character)\""
            case .spread: "\"...\""
            case .name(let text), .int(let text), .float(let text): "\"\(text.prefix(40))\""
            case .string: "a string"
            case .end: "end of document"
            }
        return GraphQLRequestError(.parseFailed, "Syntax error: Unexpected \(found).", at: token.location)
    }

    private mutating func nest() throws(GraphQLRequestError) {
        depth += 1
        if depth > depthLimit {
            throw GraphQLRequestError(
                .tooComplex, "The document is nested more than \(depthLimit) levels deep.", at: token.location)
        }
    }
}
