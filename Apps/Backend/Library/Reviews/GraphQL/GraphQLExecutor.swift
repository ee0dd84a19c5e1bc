/// An object of a response, whose fields are resolved when they are selected.
struct GraphQLObject {
    let typeName: String
    /// The value of one of the type's fields. It throws a ``GraphQLError`` without a path, which the executor adds.
    let resolve: (_ field: String, _ arguments: GraphQLValue) throws -> GraphQLResult
}

/// The value of a field before its selection set is applied.
enum GraphQLResult {
    case value(GraphQLValue)
    case object(GraphQLObject)
    case list([GraphQLResult])

    static var null: Self { .value(.null) }
    static func string(_ text: String?) -> Self { .value(text.map { .string($0) } ?? .null) }
    static func int(_ number: Int?) -> Self { .value(number.map { .int($0) } ?? .null) }

    /// An object whose values are all known in advance.
    static func object(_ typeName: String, _ fields: [String: GraphQLResult]) -> Self {
        .object(GraphQLObject(typeName: typeName) { field, _ in fields[field] ?? .null })
    }
}

/// Executes an operation (GraphQL specification, section 6), one field after the other.
struct GraphQLExecutor {
    /// A field failed. Its error is recorded, and the nearest nullable field around it becomes `null`.
    private struct Failure: Error {}

    private var response = GraphQLResponse()

    static func execute(_ plan: GraphQLPlan, on root: GraphQLObject) -> GraphQLResponse {
        var executor = Self()
        let data = try? executor.select(plan.fields, of: root, path: [])
        executor.response.data = data ?? .null
        return executor.response
    }

    private mutating func select(
        _ fields: [GraphQLPlan.Field], of object: GraphQLObject, path: [GraphQLValue]
    ) throws(Failure) -> GraphQLValue {
        var members: [GraphQLValue.Member] = []
        for field in fields {
            members.append(.init(field.key, try value(of: field, of: object, path: path + [.string(field.key)])))
            if path.isEmpty, field.name != "__typename" { response.completedRootFields += 1 }
        }
        return .object(members)
    }

    private mutating func value(
        of field: GraphQLPlan.Field, of object: GraphQLObject, path: [GraphQLValue]
    ) throws(Failure) -> GraphQLValue {
        if field.name == "__typename" { return .string(object.typeName) }
        do throws(Failure) {
            let result: GraphQLResult
            do {
                result = try object.resolve(field.name, field.arguments)
            } catch {
                // Other errors are the server's own, and their text could reveal its internals.
                throw fail(error as? GraphQLError ?? GraphQLError(.internalError, "The server failed."), field, path)
            }
            return try complete(result, as: field.type, field, path: path)
        } catch {
            if field.type.isNonNull { throw error }
            return .null
        }
    }

    private mutating func complete(
        _ result: GraphQLResult, as type: GraphQLType, _ field: GraphQLPlan.Field, path: [GraphQLValue]
    ) throws(Failure) -> GraphQLValue {
        switch result {
        case .value(.null):
            guard type.isNonNull else { return .null }
            throw fail(GraphQLError(.internalError, "A value of type \(type) is missing."), field, path)
        case .value(let value): return value
        case .object(let object): return try select(field.fields[object.typeName] ?? [], of: object, path: path)
        case .list(let items):
            guard let itemType = type.item else {
                throw fail(GraphQLError(.internalError, "A value is not of type \(type)."), field, path)
            }
            var values: [GraphQLValue] = []
            for (index, item) in items.enumerated() {
                do throws(Failure) {
                    values.append(try complete(item, as: itemType, field, path: path + [.int(index)]))
                } catch {
                    if itemType.isNonNull { throw error }
                    values.append(.null)
                }
            }
            return .list(values)
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
