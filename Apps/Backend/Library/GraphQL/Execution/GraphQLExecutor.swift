/// Executes a valid operation (GraphQL specification, section 6), one field after the other.
struct GraphQLExecutor: Sendable {
    /// Why a field has no value: its error is recorded, and the nearest nullable field around it becomes `null`.
    private struct Failure: Error {}

    private let plan: GraphQLPlan
    private let fragments: [String: GraphQLFragment]
    private var errors: [GraphQLError] = []
    private var completedFields = 0

    private init(_ plan: GraphQLPlan) {
        self.plan = plan
        fragments = Dictionary(plan.document.fragments.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
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
        var keys: [String] = []
        var groups: [String: [GraphQLField]] = [:]
        for set in sets { collect(set, of: object.typeName, &keys, &groups) }
        var members: [GraphQLValue.Member] = []
        for key in keys {
            guard let fields = groups[key] else { continue }
            members.append(.init(key, try await value(of: fields, of: object, path: path + [.key(key)])))
            if isRoot, fields.first?.name != "__typename" { completedFields += 1 }
        }
        return .object(members)
    }

    /// The fields of a selection set by key, in order of their first occurrence.
    private func collect(
        _ selections: [GraphQLSelection], of type: String, _ keys: inout [String],
        _ groups: inout [String: [GraphQLField]]
    ) {
        for selection in selections {
            switch selection {
            case .field(let field) where plan.coercion.includes(field.directives):
                if groups[field.key] == nil { keys.append(field.key) }
                groups[field.key, default: []].append(field)
            case .inline(let condition, let directives, let inner, _)
            where plan.coercion.includes(directives) && applies(condition ?? type, to: type):
                collect(inner, of: type, &keys, &groups)
            case .spread(let name, let directives, _) where plan.coercion.includes(directives):
                guard let fragment = fragments[name], applies(fragment.type, to: type) else { continue }
                collect(fragment.selections, of: type, &keys, &groups)
            default: break
            }
        }
    }

    private func applies(_ condition: String, to type: String) -> Bool {
        plan.schema.possibleTypes(of: condition).contains(type)
    }

    private mutating func value(
        of fields: [GraphQLField], of object: any GraphQLObject, path: [GraphQLError.PathElement]
    ) async throws(Failure) -> GraphQLValue {
        guard let field = fields.first, let definition = plan.schema.field(field.name, of: object.typeName) else {
            return .null
        }
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
            guard type.isNonNull, let field = fields.first else { return .null }
            throw fail(GraphQLError(.internalError, "A value of type \(type) is missing."), field, path: path)
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
        default:
            guard let field = fields.first else { return .null }
            throw fail(GraphQLError(.internalError, "A value is not of type \(type)."), field, path: path)
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
