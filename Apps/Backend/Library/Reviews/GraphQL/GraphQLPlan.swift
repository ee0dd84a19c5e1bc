/// An operation that is ready for execution: it is valid (GraphQL specification, section 5, apart from the rules that an
/// execution does not need), its fragments are expanded, and its variables and arguments are coerced.
struct GraphQLPlan: Sendable {
    /// The fields with one key of an object. Their selections are merged.
    struct Field: Sendable {
        let key: String
        let name: String
        let type: GraphQLType
        /// An object, with the schema's defaults.
        let arguments: GraphQLValue
        let location: GraphQLError.Location
        /// The selected fields of each type that its object can have.
        fileprivate(set) var fields: [String: [Field]] = [:]
    }

    let kind: GraphQLOperation.Kind
    /// The selected fields of the root object.
    let fields: [Field]
    /// All fields that the operation selects, each with the type that declares it: `Book.averageStars`.
    let selectedFields: Set<String>

    /// The most values that a response may have.
    private static let sizeLimit = 10_000

    /// The most values that the fields can have, if each list has as many items as its argument `first` permits. Greater
    /// numbers than the limit are not told apart.
    private static func size(of fields: [Field]) -> Int {
        let values = fields.reduce(0) { sum, field in
            let items = max(1, field.arguments["first"]?.int ?? 1)
            return sum + 1 + items * (field.fields.values.map(size).max() ?? 0)
        }
        return min(values, sizeLimit + 1)
    }

    /// - Parameters:
    ///   - name: the name of the operation; required if the document has several.
    ///   - values: the variables, an object. Those that the operation does not declare are ignored.
    init(
        _ document: GraphQLDocument, operation name: String?, variables values: GraphQLValue, schema: GraphQLSchema
    ) throws {
        let operations = name.map { name in document.operations.filter { $0.name == name } } ?? document.operations
        guard let operation = operations.first else {
            throw GraphQLError(.operationUnresolved, "The document has no operation \"\((name ?? "").prefix(100))\".")
        }
        guard operations.count == 1 else {
            throw GraphQLError(.operationUnresolved, "The document has several operations. Set operationName.")
        }
        var planner = GraphQLPlanner(schema: schema, fragments: document.fragments, operation: operation)
        try planner.read(values)
        let root = operation.kind.rootType
        kind = operation.kind
        fields = try planner.fields(of: operation.selections, in: root, on: root, depth: 1)
        guard Self.size(of: fields) <= Self.sizeLimit else {
            throw GraphQLError(
                .validationFailed,
                "The response could have more than \(Self.sizeLimit) values. Request fewer items or fields.",
                at: operation.location)
        }
        selectedFields = planner.selectedFields
        if kind == .subscription, fields.count != 1 || fields[0].name == "__typename" {
            throw GraphQLError(
                .validationFailed, "A subscription must select exactly one field.", at: operation.location)
        }
    }
}

private struct GraphQLPlanner {
    let schema: GraphQLSchema
    let fragments: [String: GraphQLDocument.Fragment]
    let operation: GraphQLOperation
    var selectedFields: Set<String> = []
    /// An absent optional variable has no value, which differs from `null`.
    var variables: [String: GraphQLValue] = [:]

    /// The deepest nesting of selections, with every fragment expanded.
    private static let depthLimit = 64
    /// The most selections, with every fragment expanded: a fragment that spreads another one twice doubles them.
    private static let selectionLimit = 1_000
    var selectionCount = 0

    mutating func read(_ values: GraphQLValue) throws {
        for variable in operation.variables {
            guard schema.isInput(variable.type.name) else {
                throw GraphQLError(
                    .validationFailed, "\"\(variable.type)\" is not an input type.", at: operation.location)
            }
            if let value = values[variable.name] ?? variable.defaultValue {
                variables[variable.name] = try located(.badUserInput, operation.location) {
                    try coerce(value, to: variable.type, "$\(variable.name)")
                }
            } else if variable.type.isNonNull {
                throw GraphQLError(
                    .badUserInput, "The variable $\(variable.name) is required.", at: operation.location)
            }
        }
    }

    /// The fields that a selection set selects on an object.
    /// - Parameters:
    ///   - parent: the type that the schema has for the object.
    ///   - type: the type of the object, which `parent` includes.
    mutating func fields(
        of selections: [GraphQLSelection], in parent: String, on type: String, depth: Int
    ) throws -> [GraphQLPlan.Field] {
        var found: [(field: GraphQLPlan.Field, selections: [GraphQLSelection])] = []
        try collect(selections, in: parent, on: type, depth, &found)
        return try found.map { field, selections in
            var field = field
            for possible in schema.possibleTypes(of: field.type.name) {
                field.fields[possible] = try fields(
                    of: selections, in: field.type.name, on: possible, depth: depth + 1)
            }
            return field
        }
    }

    private mutating func collect(
        _ selections: [GraphQLSelection], in parent: String, on type: String, _ depth: Int,
        _ found: inout [(field: GraphQLPlan.Field, selections: [GraphQLSelection])]
    ) throws {
        for selection in selections {
            func failure(_ message: String) -> GraphQLError {
                GraphQLError(.validationFailed, message, at: selection.location)
            }
            guard depth <= Self.depthLimit else {
                throw failure(
                    "The selection is nested more than \(Self.depthLimit) levels deep, or a fragment contains itself.")
            }
            selectionCount += 1
            guard selectionCount <= Self.selectionLimit else {
                throw failure(
                    "The operation has more than \(Self.selectionLimit) selections with its fragments expanded.")
            }
            let isIncluded = try located(.validationFailed, selection.location) {
                try selection.conditions.allSatisfy { condition in
                    try coerce(condition.value, to: GraphQLType(description: "Boolean!"), "@\(condition.name).if")
                        == .bool(condition.name == "include")
                }
            }
            func collectFragment(on condition: String, _ inner: [GraphQLSelection]) throws {
                let possible = schema.possibleTypes(of: condition)
                guard !possible.isEmpty else { throw failure("\"\(condition)\" is not a type that has fields.") }
                guard possible.contains(where: schema.possibleTypes(of: parent).contains) else {
                    throw failure("A \(parent) is never a \(condition).")
                }
                if isIncluded, possible.contains(type) {
                    try collect(inner, in: condition, on: type, depth + 1, &found)
                }
            }
            switch selection.kind {
            case .inline(let condition, let inner): try collectFragment(on: condition ?? parent, inner)
            case .spread(let name):
                guard let fragment = fragments[name] else { throw failure("There is no fragment \"\(name)\".") }
                try collectFragment(on: fragment.type, fragment.selections)
            case .field(let key, let name, let arguments, let inner):
                guard let definition = schema.field(name, of: parent) else {
                    throw failure(
                        ["__schema", "__type"].contains(name)
                            ? "Introspection is limited to __typename. The schema is at /graphql/schema.graphql."
                            : "The type \(parent) has no field \"\(name)\".")
                }
                let isLeaf = schema.possibleTypes(of: definition.type.name).isEmpty
                guard inner.isEmpty == isLeaf else {
                    let problem = isLeaf ? "has no fields to select" : "requires a selection of fields"
                    throw failure("The field \"\(name)\" of type \(definition.type) \(problem).")
                }
                let arguments = try located(.validationFailed, selection.location) {
                    try coerce(arguments, to: definition.arguments, name)
                }
                guard isIncluded else { continue }
                selectedFields.insert("\(parent).\(name)")
                guard let index = found.firstIndex(where: { $0.field.key == key }) else {
                    let field = GraphQLPlan.Field(
                        key: key, name: name, type: definition.type, arguments: arguments,
                        location: selection.location)
                    found.append((field, inner))
                    continue
                }
                guard (found[index].field.name, found[index].field.arguments) == (name, arguments) else {
                    throw failure("The fields with the key \"\(key)\" are different. Use aliases.")
                }
                found[index].selections += inner
            }
        }
    }

    /// Runs `body`, and gives its error a code and a location.
    private func located<Value>(
        _ code: GraphQLError.Code, _ location: GraphQLError.Location, _ body: () throws -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch let error as GraphQLError {
            throw GraphQLError(code, error.message, at: location)
        }
    }
}

// MARK: - Coercion

extension GraphQLPlanner {
    /// The arguments of a field, or the fields of an input object, with the schema's defaults (GraphQL
    /// specification, section 6.4.1).
    /// - Parameter place: the name of their parent, for errors: `book`, `$input`.
    private func coerce(
        _ members: [GraphQLValue.Member], to inputs: [GraphQLSchema.Input], _ place: String
    ) throws -> GraphQLValue {
        for (index, member) in members.enumerated() {
            guard inputs.contains(where: { $0.name == member.name }) else {
                throw GraphQLError(.badUserInput, "There is no input \(place).\(member.name.prefix(40)).")
            }
            if members[..<index].contains(where: { $0.name == member.name }) {
                throw GraphQLError(.badUserInput, "The input \(place).\(member.name) occurs twice.")
            }
        }
        return .object(
            try inputs.compactMap { input in
                let (given, name) = (members.first { $0.name == input.name }?.value, "\(place).\(input.name)")
                for value in [given, input.defaultValue].compactMap(\.self) {
                    if let value = try coerce(value, to: input.type, name) { return .init(input.name, value) }
                }
                guard input.type.isNonNull else { return nil }
                throw GraphQLError(.badUserInput, "The input \(name) of type \(input.type) is required.")
            })
    }

    /// - Parameter place: where the value is, for errors: `book.id`, `$input.stars`.
    /// - Returns: `nil` for a variable without a value.
    private func coerce(
        _ value: GraphQLValue, to type: GraphQLType, _ place: String
    ) throws -> GraphQLValue? {
        switch value {
        case .variable(let name):
            guard operation.variables.contains(where: { $0.name == name }) else {
                throw GraphQLError(.badUserInput, "There is no variable $\(name).")
            }
            return try variables[name].flatMap { try coerce($0, to: type, place) }
        case .null:
            guard !type.isNonNull else { throw mismatch(place, "not be null") }
            return .null
        case .list(let items):
            guard let item = type.item else { break }
            return .list(try items.enumerated().map { try coerce($1, to: item, "\(place).\($0)") ?? .null })
        default: break
        }
        // A single value is a list of one.
        if let item = type.item { return try coerce(value, to: item, place).map { .list([$0]) } }
        guard case .input(let inputs)? = schema.definitions[type.name] else {
            return try scalar(value, type.name, place)
        }
        guard case .object(let members) = value else { throw mismatch(place, "be an object") }
        return try coerce(members, to: inputs, place)
    }

    private func scalar(_ value: GraphQLValue, _ type: String, _ place: String) throws -> GraphQLValue {
        switch (value, type) {
        case (.int(let number), "Int") where Int32(exactly: number) != nil: return value
        case (.int(let number), "Float"): return .float(Double(number))
        case (.int(let number), "ID"): return .string(String(number))
        case (.float, "Float"), (.bool, "Boolean"), (.string, "String"), (.string, "ID"), (.string, "DateTime"):
            return value
        default: throw mismatch(place, "be \(Self.rules[type] ?? "a string")")
        }
    }

    private static let rules = [
        "Int": "a 32-bit whole number", "Float": "a number", "Boolean": "a boolean",
        "ID": "a string or a whole number",
    ]

    private func mismatch(_ place: String, _ rule: String) -> GraphQLError {
        GraphQLError(.badUserInput, "The value of \(place) must \(rule).")
    }
}
