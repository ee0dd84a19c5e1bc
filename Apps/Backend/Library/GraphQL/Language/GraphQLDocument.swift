/// An executable document: operations and fragments, as parsed and not validated.
struct GraphQLDocument: Sendable {
    var operations: [GraphQLOperation] = []
    var fragments: [GraphQLFragment] = []
}

/// A query, mutation or subscription.
struct GraphQLOperation: Sendable {
    enum Kind: String, Sendable {
        case query
        case mutation
        case subscription

        /// The schema's type of the root object.
        var rootType: String {
            switch self {
            case .query: "Query"
            case .mutation: "Mutation"
            case .subscription: "Subscription"
            }
        }
    }

    struct Variable: Sendable {
        let name: String
        let type: GraphQLTypeReference
        let defaultValue: GraphQLLiteral?
        let location: GraphQLError.Location
    }

    let kind: Kind
    let name: String?
    let variables: [Variable]
    let selections: [GraphQLSelection]
    let location: GraphQLError.Location
}

/// `fragment name on Type { … }`.
struct GraphQLFragment: Sendable {
    let name: String
    let type: String
    let selections: [GraphQLSelection]
    let location: GraphQLError.Location
}

/// One element of a selection set.
enum GraphQLSelection: Sendable {
    case field(GraphQLField)
    /// `...name`
    case spread(name: String, directives: [GraphQLDirective], location: GraphQLError.Location)
    /// `... on Type { … }`, or without a type.
    case inline(
        type: String?, directives: [GraphQLDirective], selections: [GraphQLSelection], location: GraphQLError.Location)
}

/// `alias: name(arguments) @directives { … }`.
struct GraphQLField: Sendable {
    let alias: String?
    let name: String
    let arguments: [GraphQLArgument]
    let directives: [GraphQLDirective]
    /// Empty without a selection set.
    let selections: [GraphQLSelection]
    let location: GraphQLError.Location

    /// The key in the response.
    var key: String { alias ?? name }
}

/// `@name(arguments)`.
struct GraphQLDirective: Sendable {
    let name: String
    let arguments: [GraphQLArgument]
    let location: GraphQLError.Location
}

/// `name: value`, as an argument or as a field of an input object.
struct GraphQLArgument: Sendable {
    let name: String
    let value: GraphQLLiteral
    let location: GraphQLError.Location
}

/// A value in the document.
struct GraphQLLiteral: Sendable {
    enum Kind: Sendable {
        case variable(String)
        case int(String)
        case float(String)
        case string(String)
        case bool(Bool)
        case null
        case enumeration(String)
        case list([GraphQLLiteral])
        case object([GraphQLArgument])
    }

    let kind: Kind
    let location: GraphQLError.Location

    /// Whether both are the same value, wherever they are. The order of object fields has no meaning.
    func isSame(as other: GraphQLLiteral) -> Bool {
        switch (kind, other.kind) {
        case (.variable(let one), .variable(let two)), (.int(let one), .int(let two)),
            (.float(let one), .float(let two)), (.string(let one), .string(let two)),
            (.enumeration(let one), .enumeration(let two)):
            one == two
        case (.bool(let one), .bool(let two)): one == two
        case (.null, .null): true
        case (.list(let one), .list(let two)): one.count == two.count && zip(one, two).allSatisfy { $0.isSame(as: $1) }
        case (.object(let one), .object(let two)): one.isSame(as: two)
        default: false
        }
    }
}

extension [GraphQLArgument] {
    subscript(name: String) -> GraphQLArgument? { first { $0.name == name } }

    /// Whether both have the same names and values.
    func isSame(as other: Self) -> Bool {
        count == other.count
            && allSatisfy { argument in other[argument.name].map { argument.value.isSame(as: $0.value) } ?? false }
    }
}

/// A type as written: `[Review!]!`.
indirect enum GraphQLTypeReference: Equatable, Sendable {
    case named(String)
    case list(GraphQLTypeReference)
    case nonNull(GraphQLTypeReference)

    /// The name inside all lists and exclamation marks.
    var name: String {
        switch self {
        case .named(let name): name
        case .list(let type), .nonNull(let type): type.name
        }
    }

    var isNonNull: Bool { if case .nonNull = self { true } else { false } }

    /// The same without an outer exclamation mark.
    var nullable: Self { if case .nonNull(let type) = self { type } else { self } }
}

extension GraphQLTypeReference: CustomStringConvertible {
    var description: String {
        switch self {
        case .named(let name): name
        case .list(let type): "[\(type)]"
        case .nonNull(let type): "\(type)!"
        }
    }
}
