/// An operation that is ready for execution: parsed, valid, with its variables, and within the limits.
struct GraphQLPlan: Sendable {
    let schema: GraphQLSchema
    let document: GraphQLDocument
    let operation: GraphQLOperation
    let coercion: GraphQLCoercion
    /// What it selects: `Book.averageStars`.
    let selectedFields: Set<String>

    /// - Parameters:
    ///   - name: the operation's; required if the document has several.
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
        self.document = document
        self.operation = operation
        coercion = try GraphQLCoercion(schema: schema, operation: operation, variables: variables)
        var meter = CostMeter(schema: schema, coercion: coercion, fragments: document.fragments)
        let cost = meter.cost(of: operation.selections, on: operation.kind.rootType)
        selectedFields = meter.selectedFields
        guard cost <= costLimit else {
            throw GraphQLRequestError(
                .tooComplex, "The operation may have more than \(costLimit) fields. Select fewer, or smaller pages.",
                at: operation.location)
        }
    }
}

/// Counts the fields that a response can have, at the most: those of a page count once for each of its items.
private struct CostMeter {
    let schema: GraphQLSchema
    let coercion: GraphQLCoercion
    let fragments: [String: GraphQLFragment]
    var selectedFields: Set<String> = []

    init(schema: GraphQLSchema, coercion: GraphQLCoercion, fragments: [GraphQLFragment]) {
        self.schema = schema
        self.coercion = coercion
        self.fragments = Dictionary(fragments.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    mutating func cost(of selections: [GraphQLSelection], on type: String) -> Int {
        var sum = 0
        for selection in selections {
            let cost =
                switch selection {
                case .field(let field): coercion.includes(field.directives) ? self.cost(of: field, on: type) : 0
                case .inline(let condition, let directives, let inner, _):
                    coercion.includes(directives) ? self.cost(of: inner, on: object(condition, type)) : 0
                case .spread(let name, let directives, _):
                    coercion.includes(directives)
                        ? fragments[name].map { self.cost(of: $0.selections, on: object($0.type, type)) } ?? 0 : 0
                }
            sum = Self.saturating(sum.addingReportingOverflow(cost))
        }
        return sum
    }

    private mutating func cost(of field: GraphQLField, on type: String) -> Int {
        selectedFields.insert("\(type).\(field.name)")
        guard let definition = schema.field(field.name, of: type), !field.selections.isEmpty else { return 1 }
        let arguments = try? coercion.coerce(field.arguments, to: definition.arguments, field.name)
        let items = max(1, arguments?["first"]?.int ?? 1)
        let inner = cost(of: field.selections, on: definition.type.name)
        return Self.saturating(Self.saturating(inner.multipliedReportingOverflow(by: items)).addingReportingOverflow(1))
    }

    private func object(_ condition: String?, _ type: String) -> String {
        guard let condition, schema.possibleTypes(of: type).count != 1 else { return type }
        return condition
    }

    private static func saturating(_ result: (partialValue: Int, overflow: Bool)) -> Int {
        result.overflow ? .max : result.partialValue
    }
}
