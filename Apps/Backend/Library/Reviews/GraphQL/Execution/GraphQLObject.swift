/// An object of the schema, with the code that resolves its fields.
protocol GraphQLObject: Sendable {
    /// One of the schema's object types.
    var typeName: String { get }

    /// The value of one of the type's fields.
    /// - Parameter arguments: an object with the coerced arguments and the schema's defaults.
    /// - Throws: ``GraphQLError`` without a path, which the executor adds.
    func resolve(_ field: String, _ arguments: GraphQLValue) async throws -> GraphQLResult
}

/// The value of a field before its selection set is applied.
enum GraphQLResult: Sendable {
    case value(GraphQLValue)
    case object(any GraphQLObject)
    case list([GraphQLResult])

    static let null = GraphQLResult.value(.null)

    static func string(_ text: String?) -> Self { .value(text.map { .string($0) } ?? .null) }
    static func int(_ number: Int?) -> Self { .value(number.map { .int($0) } ?? .null) }
}

/// An object whose values are all known in advance.
struct GraphQLRecord: GraphQLObject {
    let typeName: String
    let fields: [String: GraphQLResult]

    init(_ typeName: String, _ fields: [String: GraphQLResult]) {
        self.typeName = typeName
        self.fields = fields
    }

    func resolve(_ field: String, _ arguments: GraphQLValue) throws -> GraphQLResult {
        guard let value = fields[field] else { throw GraphQLError.unresolved(field, of: typeName) }
        return value
    }
}

extension GraphQLError {
    /// The error of a field that the schema declares and the object does not resolve.
    static func unresolved(_ field: String, of type: String) -> GraphQLError {
        GraphQLError(.internalError, "The field \"\(field)\" of \(type) is not implemented.")
    }
}
