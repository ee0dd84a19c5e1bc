/// An operation that is ready for execution: parsed, validated, with coerced variables, and within the limits.
struct GraphQLPlan: Sendable {
    let schema: GraphQLSchema
    let operation: GraphQLOperation
    let coercion: GraphQLCoercion
    /// The fields that the operation selects, each with the type that declares it: `Book.averageStars`.
    private(set) var selectedFields: Set<String> = []
    private let fragments: [String: GraphQLFragment]

    /// The largest number of root fields. Each can search the whole catalog, or write to the database.
    static let rootLimit = 20

    /// - Parameters:
    ///   - name: the name of the operation; required if the document has several.
    ///   - variables: an object.
    init(
        _ document: GraphQLDocument, operation name: String?, variables: GraphQLValue, schema: GraphQLSchema,
        costLimit: Int
    ) throws(GraphQLRequestError) {
        let operations = name.map { name in document.operations.filter { $0.name == name } } ?? document.operations
        guard let operation = operations.first else {
            throw GraphQLRequestError(
                .operationUnresolved, "The document has no operation \"\((name ?? "").prefix(100))\".")
        }
        guard operations.count == 1 else {
            throw GraphQLRequestError(.operationUnresolved, "The document has several operations. Set operationName.")
        }
        self.schema = schema
        self.operation = operation
        coercion = try GraphQLCoercion(schema: schema, operation: operation, variables: variables)
        fragments = Dictionary(document.fragments.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        guard fields(of: [operation.selections], on: operation.kind.rootType).count <= Self.rootLimit else {
            throw GraphQLRequestError(
                .tooComplex, "The operation has more than \(Self.rootLimit) fields. Send several operations.",
                at: operation.location)
        }
        guard cost(of: operation.selections, on: operation.kind.rootType) <= Double(costLimit) else {
            throw GraphQLRequestError(
                .tooComplex,
                "The operation may have more than \(costLimit) selections. Select fewer fields, or smaller pages.",
                at: operation.location)
        }
    }

    /// The fields that selection sets and their fragments select on `type`, in the order of their first occurrence.
    /// Fields with the same key are in one group.
    func fields(of sets: [[GraphQLSelection]], on type: String) -> [[GraphQLField]] {
        var groups: [[GraphQLField]] = []
        var positions: [String: Int] = [:]
        func collect(_ selections: [GraphQLSelection]) {
            for selection in selections where coercion.includes(selection.directives) {
                switch selection {
                case .field(let field):
                    if let position = positions[field.key] {
                        groups[position].append(field)
                    } else {
                        positions[field.key] = groups.count
                        groups.append([field])
                    }
                case .inline(let condition, _, let inner, _):
                    if schema.possibleTypes(of: condition ?? type).contains(type) { collect(inner) }
                case .spread(let name, _, _):
                    guard let fragment = fragments[name] else { continue }
                    if schema.possibleTypes(of: fragment.type).contains(type) { collect(fragment.selections) }
                }
            }
        }
        for set in sets { collect(set) }
        return groups
    }

    /// The largest number of selections that the execution can visit. Those of a page count once for each of its items.
    /// The result is a `Double`, because it can be too large for an integer.
    private mutating func cost(of selections: [GraphQLSelection], on type: String) -> Double {
        var sum = Double(selections.count)
        // A selection that a directive leaves out is counted, but its own selections are not.
        for selection in selections where coercion.includes(selection.directives) {
            switch selection {
            case .field(let field):
                selectedFields.insert("\(type).\(field.name)")
                guard let definition = schema.field(field.name, of: type), !field.selections.isEmpty else { continue }
                let arguments = try? coercion.coerce(field.arguments, to: definition.arguments, field.name)
                let items = max(1, arguments?["first"]?.int ?? 1)
                sum += Double(items) * cost(of: field.selections, on: definition.type.name)
            case .inline(let condition, _, let inner, _): sum += cost(of: inner, on: narrowed(type, to: condition))
            case .spread(let name, _, _):
                guard let fragment = fragments[name] else { continue }
                sum += cost(of: fragment.selections, on: narrowed(type, to: fragment.type))
            }
        }
        return sum
    }

    /// The type to which a fragment's condition narrows `type`. An object type stays the same.
    private func narrowed(_ type: String, to condition: String?) -> String {
        schema.possibleTypes(of: type).count == 1 ? type : condition ?? type
    }
}
