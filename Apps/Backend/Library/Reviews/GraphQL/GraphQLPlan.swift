/// An operation that is ready for execution: its variables are coerced, and it is valid (GraphQL specification, section
/// 5, apart from the rules that an execution does not need).
struct GraphQLPlan: Sendable {
    let schema: GraphQLSchema
    let operation: GraphQLOperation
    /// The fields that the operation selects, each with the type that declares it: `Book.averageStars`.
    private(set) var selectedFields: Set<String> = []
    private let fragments: [String: GraphQLDocument.Fragment]
    /// An absent optional variable has no value, which differs from `null`.
    private var variables: [String: GraphQLValue] = [:]

    /// The deepest nesting of selections with fragments in place.
    private static let depthLimit = 64
    /// The only directives are `@include` and `@skip`.
    private static let directiveInputs = [
        GraphQLSchema.Input(name: "if", type: .nonNull(.named("Boolean")), defaultValue: nil)
    ]

    /// - Parameters:
    ///   - name: the name of the operation; required if the document has several.
    ///   - values: the variables, an object. Those that the operation does not declare are ignored.
    /// - Throws: the first error.
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
        (self.schema, self.operation, fragments) = (schema, operation, document.fragments)
        for variable in operation.variables {
            switch schema.definitions[variable.type.name] {
            case .scalar, .input: break
            case .object, .union, nil:
                throw GraphQLError(
                    .validationFailed, "\"\(variable.type)\" is not an input type.", at: operation.location)
            }
            if let value = values[variable.name] ?? variable.defaultValue {
                do {
                    variables[variable.name] = try coerce(value, to: variable.type, "$\(variable.name)")
                } catch let error as GraphQLError {
                    throw GraphQLError(.badUserInput, error.message, at: operation.location)
                }
            } else if variable.type.isNonNull {
                throw GraphQLError(
                    .badUserInput, "The variable $\(variable.name) is required.", at: operation.location)
            }
        }
        let root = operation.kind.rootType
        try check(operation.selections, of: root, within: [], depth: 1)
        let fields = fields(of: [operation.selections], on: root)
        if operation.kind == .subscription, fields.count != 1 || fields[0].name == "__typename" {
            throw GraphQLError(
                .validationFailed, "A subscription must select exactly one field.", at: operation.location)
        }
    }
}

// MARK: - Validation

extension GraphQLPlan {
    private mutating func check(
        _ selections: [GraphQLSelection], of parent: String, within active: Set<String>, depth: Int
    ) throws {
        for selection in selections {
            func failure(_ message: String) -> GraphQLError {
                GraphQLError(.validationFailed, message, at: selection.location)
            }
            guard depth <= Self.depthLimit else {
                throw failure("The selection is nested more than \(Self.depthLimit) levels deep.")
            }
            do {
                for directive in selection.directives {
                    guard ["include", "skip"].contains(directive.name) else {
                        throw failure("There is no directive @\(directive.name).")
                    }
                    _ = try coerce(directive.arguments, to: Self.directiveInputs, "@\(directive.name)")
                }
                if case .field(_, let name, let arguments, _) = selection.kind,
                    let definition = schema.field(name, of: parent)
                {
                    _ = try coerce(arguments, to: definition.arguments, name)
                }
            } catch let error as GraphQLError {
                throw failure(error.message)
            }
            switch selection.kind {
            case .field(_, let name, _, let inner):
                guard let type = schema.field(name, of: parent)?.type else {
                    guard !["__schema", "__type"].contains(name) else {
                        throw failure(
                            "Introspection is limited to __typename. The schema is at /graphql/schema.graphql.")
                    }
                    throw failure("The type \(parent) has no field \"\(name)\".")
                }
                let isLeaf = schema.possibleTypes(of: type.name).isEmpty
                guard inner.isEmpty == isLeaf else {
                    let problem = isLeaf ? "has no fields to select" : "requires a selection of fields"
                    throw failure("The field \"\(name)\" of type \(type) \(problem).")
                }
                if includes(selection.directives) { selectedFields.insert("\(parent).\(name)") }
                try check(inner, of: type.name, within: active, depth: depth + 1)
            case .inline(let type, let inner):
                try check(type ?? parent, in: parent, at: selection.location)
                try check(inner, of: type ?? parent, within: active, depth: depth + 1)
            case .spread(let name):
                guard let fragment = fragments[name] else { throw failure("There is no fragment \"\(name)\".") }
                guard !active.contains(name) else { throw failure("The fragment \"\(name)\" contains itself.") }
                try check(fragment.type, in: parent, at: selection.location)
                try check(
                    fragment.selections, of: fragment.type, within: active.union([name]), depth: depth + 1)
            }
        }
        for group in fields(of: [selections], on: parent) where group.isAmbiguous {
            throw GraphQLError(
                .validationFailed, "The fields with the key \"\(group.key)\" are different. Use aliases.",
                at: group.location)
        }
    }

    /// Checks that objects of a fragment's type can occur in its parent.
    private func check(_ type: String, in parent: String, at location: GraphQLError.Location) throws {
        let (outer, inner) = (schema.possibleTypes(of: parent), schema.possibleTypes(of: type))
        guard !inner.isEmpty else {
            throw GraphQLError(.validationFailed, "\"\(type)\" is not a type that has fields.", at: location)
        }
        guard inner.contains(where: outer.contains) else {
            throw GraphQLError(.validationFailed, "A \(parent) is never a \(type).", at: location)
        }
    }
}

// MARK: - Selections

extension GraphQLPlan {
    /// The fields with one key of an object. Their selections are merged.
    struct Field {
        let key: String
        let name: String
        let arguments: [GraphQLValue.Member]
        let location: GraphQLError.Location
        var selections: [[GraphQLSelection]]
        /// Whether the key belongs to different fields.
        var isAmbiguous = false
    }

    /// The fields that selection sets and their fragments select on `type`, in the order of their first occurrence.
    func fields(of sets: [[GraphQLSelection]], on type: String) -> [Field] {
        var fields: [Field] = []
        func collect(_ selections: [GraphQLSelection]) {
            for selection in selections where includes(selection.directives) {
                switch selection.kind {
                case .field(let key, let name, let arguments, let inner):
                    if let index = fields.firstIndex(where: { $0.key == key }) {
                        fields[index].selections.append(inner)
                        if (fields[index].name, fields[index].arguments) != (name, arguments) {
                            fields[index].isAmbiguous = true
                        }
                    } else {
                        fields.append(
                            Field(
                                key: key, name: name, arguments: arguments, location: selection.location,
                                selections: [inner]))
                    }
                case .inline(let condition, let inner):
                    if schema.possibleTypes(of: condition ?? type).contains(type) { collect(inner) }
                case .spread(let name):
                    guard let fragment = fragments[name] else { continue }
                    if schema.possibleTypes(of: fragment.type).contains(type) { collect(fragment.selections) }
                }
            }
        }
        for set in sets { collect(set) }
        return fields
    }

    /// Whether `@include` and `@skip` let a selection be executed.
    private func includes(_ directives: [GraphQLSelection.Directive]) -> Bool {
        directives.allSatisfy { directive in
            let arguments = try? coerce(directive.arguments, to: Self.directiveInputs, "@\(directive.name)")
            return (arguments?["if"] == .bool(true)) == (directive.name == "include")
        }
    }
}

// MARK: - Coercion

extension GraphQLPlan {
    /// The arguments of a field or directive, or the fields of an input object, with the schema's defaults (GraphQL
    /// specification, section 6.4.1).
    /// - Parameter place: the name of their parent, for errors: `book`, `$input`.
    func coerce(
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
        var result: [GraphQLValue.Member] = []
        for input in inputs {
            let (given, name) = (members.first { $0.name == input.name }?.value, "\(place).\(input.name)")
            if let given, let value = try coerce(given, to: input.type, name) {
                result.append(.init(input.name, value))
            } else if let standard = input.defaultValue, let value = try coerce(standard, to: input.type, name) {
                result.append(.init(input.name, value))
            } else if input.type.isNonNull {
                throw GraphQLError(.badUserInput, "The input \(name) of type \(input.type) is required.")
            }
        }
        return .object(result)
    }

    /// - Parameter place: where the value is, for errors: `book.id`, `$input.stars`.
    /// - Returns: `nil` for a variable without a value.
    private func coerce(
        _ value: GraphQLValue, to type: GraphQLType, _ place: String
    ) throws -> GraphQLValue? {
        switch (value, type) {
        case (.variable(let name), _):
            guard operation.variables.contains(where: { $0.name == name }) else {
                throw GraphQLError(.badUserInput, "There is no variable $\(name).")
            }
            guard let value = variables[name] else { return nil }
            return try coerce(value, to: type, place)
        case (.null, .nonNull): throw mismatch(place, "not be null")
        case (_, .nonNull(let inner)): return try coerce(value, to: inner, place)
        case (.null, _): return .null
        case (.list(let items), .list(let inner)):
            var values: [GraphQLValue] = []
            for (index, item) in items.enumerated() {
                values.append(try coerce(item, to: inner, "\(place).\(index)") ?? .null)
            }
            return .list(values)
        // A single value is a list of one.
        case (_, .list(let inner)): return try coerce(value, to: inner, place).map { .list([$0]) }
        case (_, .named(let name)):
            guard case .input(let inputs)? = schema.definitions[name] else { return try scalar(value, name, place) }
            guard case .object(let members) = value else { throw mismatch(place, "be an object") }
            return try coerce(members, to: inputs, place)
        }
    }

    private func scalar(_ value: GraphQLValue, _ type: String, _ place: String) throws -> GraphQLValue {
        switch (value, type) {
        case (.int(let number), "Int") where Int32(exactly: number) != nil: return value
        case (.int(let number), "Float"): return .float(Double(number))
        case (.int(let number), "ID"): return .string(String(number))
        case (.float, "Float"), (.bool, "Boolean"), (.string, "String"), (.string, "ID"), (.string, "DateTime"):
            return value
        case (_, "Int"): throw mismatch(place, "be a 32-bit whole number")
        case (_, "Float"): throw mismatch(place, "be a number")
        case (_, "Boolean"): throw mismatch(place, "be a boolean")
        case (_, "ID"): throw mismatch(place, "be a string or a whole number")
        default: throw mismatch(place, "be a string")
        }
    }

    private func mismatch(_ place: String, _ rule: String) -> GraphQLError {
        GraphQLError(.badUserInput, "The value of \(place) must \(rule).")
    }
}
