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

        /// The schema type of the root object.
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
        let defaultValue: GraphQLValue?
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

    var directives: [GraphQLDirective] {
        switch self {
        case .field(let field): field.directives
        case .spread(_, let directives, _), .inline(_, let directives, _, _): directives
        }
    }

    var location: GraphQLError.Location {
        switch self {
        case .field(let field): field.location
        case .spread(_, _, let location), .inline(_, _, _, let location): location
        }
    }
}

/// `alias: name(arguments) @directives { … }`.
struct GraphQLField: Sendable {
    let alias: String?
    let name: String
    let arguments: [GraphQLValue.Member]
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
    let arguments: [GraphQLValue.Member]
    let location: GraphQLError.Location

    /// The arguments of `@include` and `@skip`, the only directives.
    static let inputs = [GraphQLSchema.Input(name: "if", type: .nonNull(.named("Boolean")), defaultValue: nil)]
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

    /// This type without an outer exclamation mark.
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
