import Foundation

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

    /// `@include(if: value)` or `@skip(if: value)`, the only directives.
    struct Condition: Sendable {
        let name: String
        let value: GraphQLValue
    }

    let kind: Kind
    let conditions: [Condition]
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
struct GraphQLType: Equatable, Sendable, CustomStringConvertible {
    let description: String

    /// The name inside all lists and exclamation marks.
    var name: String { description.filter { !"[]!".contains($0) } }
    var isNonNull: Bool { description.hasSuffix("!") }
    /// This type without an outer exclamation mark.
    var nullable: Self { isNonNull ? Self(description: String(description.dropLast())) : self }
    /// The type of the items of a list.
    var item: Self? {
        let text = nullable.description
        return text.hasPrefix("[") ? Self(description: String(text.dropFirst().dropLast())) : nil
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
        try parser.definitions { definitions[$0] = $1 }
    }

    /// `nil` if there is no such type, or it has no such field.
    func field(_ name: String, of type: String) -> Field? {
        if name == "__typename" { return Field(arguments: [], type: GraphQLType(description: "String!")) }
        guard case .object(let fields)? = definitions[type] else { return nil }
        return fields[name]
    }

    /// Whether a variable can have the type.
    func isInput(_ type: String) -> Bool { definitions[type] != nil && possibleTypes(of: type).isEmpty }

    /// The object types that a value of an object or union type can have; empty for other types.
    func possibleTypes(of type: String) -> [String] {
        switch definitions[type] {
        case .object: [type]
        case .union(let members): members
        case .scalar, .input, nil: []
        }
    }
}
