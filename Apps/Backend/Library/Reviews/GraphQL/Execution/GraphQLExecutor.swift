/// Executes a valid operation (GraphQL specification, section 6), one field after the other.
struct GraphQLExecutor: Sendable {
    /// A field failed. Its error is recorded, and the nearest nullable field around it becomes `null`.
    private struct Failure: Error {}

    private let plan: GraphQLPlan
    private var errors: [GraphQLError] = []
    private var completedFields = 0

    private init(_ plan: GraphQLPlan) {
        self.plan = plan
    }

    static func execute(_ plan: GraphQLPlan, on root: any GraphQLObject) async -> GraphQLResponse {
        var executor = Self(plan)
        let data = try? await executor.selection([plan.operation.selections], of: root, path: [], isRoot: true)
        return GraphQLResponse(
            data: data ?? .null, errors: executor.errors, completedRootFields: executor.completedFields)
    }

    private mutating func selection(
        _ sets: [[GraphQLSelection]], of object: any GraphQLObject, path: [GraphQLError.PathElement],
        isRoot: Bool = false
    ) async throws(Failure) -> GraphQLValue {
        var members: [GraphQLValue.Member] = []
        for fields in plan.fields(of: sets, on: object.typeName) {
            let key = fields[0].key
            members.append(.init(key, try await value(of: fields, of: object, path: path + [.key(key)])))
            if isRoot, fields[0].name != "__typename" { completedFields += 1 }
        }
        return .object(members)
    }

    /// - Parameter fields: at least one, all with the same key.
    private mutating func value(
        of fields: [GraphQLField], of object: any GraphQLObject, path: [GraphQLError.PathElement]
    ) async throws(Failure) -> GraphQLValue {
        let field = fields[0]
        guard let definition = plan.schema.field(field.name, of: object.typeName) else { return .null }
        do throws(Failure) {
            if field.name == "__typename" { return .string(object.typeName) }
            let result = try await resolve(field, definition, of: object, path: path)
            return try await complete(result, as: definition.type, fields, path: path)
        } catch {
            if definition.type.isNonNull { throw error }
            return .null
        }
    }

    private mutating func resolve(
        _ field: GraphQLField, _ definition: GraphQLSchema.Field, of object: any GraphQLObject,
        path: [GraphQLError.PathElement]
    ) async throws(Failure) -> GraphQLResult {
        do {
            let arguments = try plan.coercion.coerce(field.arguments, to: definition.arguments, field.name)
            return try await object.resolve(field.name, arguments)
        } catch {
            // Other errors are the server's own, and their text could reveal its internals.
            throw fail(
                error as? GraphQLError ?? GraphQLError(.internalError, "The server failed."), field, path: path)
        }
    }

    private mutating func complete(
        _ result: GraphQLResult, as type: GraphQLTypeReference, _ fields: [GraphQLField],
        path: [GraphQLError.PathElement]
    ) async throws(Failure) -> GraphQLValue {
        if case .value(.null) = result {
            guard type.isNonNull else { return .null }
            throw fail(GraphQLError(.internalError, "A value of type \(type) is missing."), fields[0], path: path)
        }
        switch (result, type.nullable) {
        case (.list(let items), .list(let inner)):
            var values: [GraphQLValue] = []
            for (index, item) in items.enumerated() {
                do throws(Failure) {
                    values.append(try await complete(item, as: inner, fields, path: path + [.index(index)]))
                } catch {
                    if inner.isNonNull { throw error }
                    values.append(.null)
                }
            }
            return .list(values)
        case (.object(let object), .named):
            return try await selection(fields.map(\.selections), of: object, path: path)
        case (.value(let value), _): return value
        default: throw fail(GraphQLError(.internalError, "A value is not of type \(type)."), fields[0], path: path)
        }
    }

    private mutating func fail(
        _ error: GraphQLError, _ field: GraphQLField, path: [GraphQLError.PathElement]
    ) -> Failure {
        var error = error
        error.locations = [field.location]
        error.path = path
        errors.append(error)
        return Failure()
    }
}
