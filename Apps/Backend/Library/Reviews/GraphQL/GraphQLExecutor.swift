/// An object of the schema, with the code that resolves its fields.
protocol GraphQLObject {
    /// One of the schema's object types.
    var typeName: String { get }
    /// The value of one of the type's fields.
    /// - Parameter arguments: an object with the coerced arguments and the schema's defaults.
    /// - Throws: ``GraphQLError`` without a path, which the executor adds.
    func resolve(_ field: String, _ arguments: GraphQLValue) throws -> GraphQLResult
}

/// The value of a field before its selection set is applied.
enum GraphQLResult {
    case value(GraphQLValue)
    case object(any GraphQLObject)
    case list([GraphQLResult])

    static var null: Self { .value(.null) }
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

    func resolve(_ field: String, _ arguments: GraphQLValue) -> GraphQLResult { fields[field] ?? .null }
}

/// Executes an operation (GraphQL specification, section 6), one field after the other, in one transaction of the
/// database.
struct GraphQLExecutor {
    /// A field failed. Its error is recorded, and the nearest nullable field around it becomes `null`.
    private struct Failure: Error {}

    private let plan: GraphQLPlan
    private var response = GraphQLResponse()

    static func execute(_ plan: GraphQLPlan, on root: any GraphQLObject) -> GraphQLResponse {
        var executor = Self(plan: plan)
        let data = try? executor.selection([plan.operation.selections], of: root, path: [])
        executor.response.data = data ?? .null
        return executor.response
    }

    private mutating func selection(
        _ sets: [[GraphQLSelection]], of object: any GraphQLObject, path: [GraphQLValue]
    ) throws(Failure) -> GraphQLValue {
        var members: [GraphQLValue.Member] = []
        for field in plan.fields(of: sets, on: object.typeName) {
            members.append(.init(field.key, try value(of: field, of: object, path: path + [.string(field.key)])))
            if path.isEmpty, field.name != "__typename" { response.completedRootFields += 1 }
        }
        return .object(members)
    }

    private mutating func value(
        of field: GraphQLPlan.Field, of object: any GraphQLObject, path: [GraphQLValue]
    ) throws(Failure) -> GraphQLValue {
        if field.name == "__typename" { return .string(object.typeName) }
        guard let definition = plan.schema.field(field.name, of: object.typeName) else { return .null }
        do throws(Failure) {
            let result: GraphQLResult
            do {
                let arguments = try plan.coerce(field.arguments, to: definition.arguments, field.name)
                result = try object.resolve(field.name, arguments)
            } catch {
                // Other errors are the server's own, and their text could reveal its internals.
                throw fail(error as? GraphQLError ?? GraphQLError(.internalError, "The server failed."), field, path)
            }
            return try complete(result, as: definition.type, field, path: path)
        } catch {
            if definition.type.isNonNull { throw error }
            return .null
        }
    }

    private mutating func complete(
        _ result: GraphQLResult, as type: GraphQLType, _ field: GraphQLPlan.Field, path: [GraphQLValue]
    ) throws(Failure) -> GraphQLValue {
        switch (result, type.nullable) {
        case (.value(.null), _):
            guard type.isNonNull else { return .null }
            throw fail(GraphQLError(.internalError, "A value of type \(type) is missing."), field, path)
        case (.list(let items), .list(let inner)):
            var values: [GraphQLValue] = []
            for (index, item) in items.enumerated() {
                do throws(Failure) {
                    values.append(try complete(item, as: inner, field, path: path + [.int(index)]))
                } catch {
                    if inner.isNonNull { throw error }
                    values.append(.null)
                }
            }
            return .list(values)
        case (.object(let object), _): return try selection(field.selections, of: object, path: path)
        case (.value(let value), _): return value
        case (.list, _): throw fail(GraphQLError(.internalError, "A value is not of type \(type)."), field, path)
        }
    }

    private mutating func fail(
        _ error: GraphQLError, _ field: GraphQLPlan.Field, _ path: [GraphQLValue]
    ) -> Failure {
        var error = error
        (error.location, error.path) = (field.location, path)
        response.errors.append(error)
        return Failure()
    }
}
