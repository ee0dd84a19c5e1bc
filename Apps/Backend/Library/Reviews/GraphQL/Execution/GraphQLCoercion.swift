/// Checks and converts the values of variables, arguments and defaults by the types of the schema (GraphQL
/// specification, sections 5.6, 5.8.5, 6.1.2 and 6.4.1).
struct GraphQLCoercion: Sendable {
    /// The variables: before the execution their types, and then their values.
    enum Variables: Sendable {
        /// Types only: a variable is checked against its type, and has no value yet.
        case declared([String: GraphQLOperation.Variable])
        /// Coerced values. An absent optional variable has no value, which differs from `null`.
        case values([String: GraphQLValue])
    }

    let schema: GraphQLSchema
    var variables = Variables.values([:])

    /// Reads the variables of a valid operation. Others are ignored, as the specification requires.
    /// - Parameter values: an object.
    /// - Throws: an error for each invalid variable.
    init(
        schema: GraphQLSchema, operation: GraphQLOperation, variables values: GraphQLValue
    ) throws(GraphQLRequestError) {
        self.init(schema: schema)
        var coerced: [String: GraphQLValue] = [:]
        var errors: [GraphQLError] = []
        for variable in operation.variables {
            do throws(GraphQLError) {
                if let value = values[variable.name] ?? variable.defaultValue {
                    coerced[variable.name] = try coerce(value, to: variable.type, "$\(variable.name)")
                } else if variable.type.isNonNull {
                    throw GraphQLError(.badUserInput, "The variable $\(variable.name) is required.")
                }
            } catch {
                errors.append(GraphQLError(error.code, error.message, at: variable.location))
            }
        }
        if !errors.isEmpty { throw GraphQLRequestError(errors) }
        variables = .values(coerced)
    }

    init(schema: GraphQLSchema, variables: Variables = .values([:])) {
        self.schema = schema
        self.variables = variables
    }

    /// The arguments of a field or directive, or the fields of an input object, with the schema's defaults.
    /// - Parameter place: the name of their parent, for errors: `book`, `$input`.
    func coerce(
        _ members: [GraphQLValue.Member], to inputs: [GraphQLSchema.Input], _ place: String
    ) throws(GraphQLError) -> GraphQLValue {
        var given: [String: GraphQLValue] = [:]
        let names = Set(inputs.map(\.name))
        for member in members {
            guard names.contains(member.name) else {
                throw GraphQLError(.badUserInput, "There is no input \(place).\(member.name.prefix(40)).")
            }
            if given.updateValue(member.value, forKey: member.name) != nil {
                throw GraphQLError(.badUserInput, "The input \(place).\(member.name) occurs twice.")
            }
        }
        var result: [GraphQLValue.Member] = []
        for input in inputs {
            let name = "\(place).\(input.name)"
            if let value = given[input.name],
                let coerced = try coerce(value, to: input.type, name, hasDefault: input.defaultValue != nil)
            {
                result.append(.init(input.name, coerced))
            } else if let standard = input.defaultValue {
                result.append(.init(input.name, try coerce(standard, to: input.type, name) ?? .null))
            } else if input.type.isNonNull, !isUnknown(given[input.name]) {
                throw GraphQLError(.badUserInput, "The input \(name) of type \(input.type) is required.")
            }
        }
        return .object(result)
    }

    /// Whether `@include` and `@skip` let a selection be executed.
    func includes(_ directives: [GraphQLDirective]) -> Bool {
        directives.allSatisfy { directive in
            let arguments = try? coerce(directive.arguments, to: GraphQLDirective.inputs, "@\(directive.name)")
            return (arguments?["if"] == .bool(true)) == (directive.name == "include")
        }
    }

    /// - Parameters:
    ///   - place: where the value is, for errors: `book.id`, `$input.stars`.
    ///   - hasDefault: whether a default replaces an absent value.
    /// - Returns: `nil` for a variable without a value.
    func coerce(
        _ value: GraphQLValue, to type: GraphQLTypeReference, _ place: String, hasDefault: Bool = false
    ) throws(GraphQLError) -> GraphQLValue? {
        switch (value, type) {
        case (.variable(let name), _):
            guard case .values(let values) = variables else {
                try check(variable: name, type, place, hasDefault: hasDefault)
                return nil
            }
            if values[name] == .null, type.isNonNull { throw mismatch(place, "not be null") }
            return values[name]
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
            if case .input(let inputs)? = schema.definitions[name] {
                guard case .object(let members) = value else { throw mismatch(place, "be an object") }
                return try coerce(members, to: inputs, place)
            }
            return try scalar(value, name, place)
        }
    }

    private func scalar(
        _ value: GraphQLValue, _ type: String, _ place: String
    ) throws(GraphQLError) -> GraphQLValue {
        switch (value, type) {
        case (.int(let number), "Int") where Int32(exactly: number) != nil: return value
        case (.int(let number), "Float"): return .float(Double(number))
        case (.int(let number), "ID"): return .string(String(number))
        case (.float, "Float"), (.bool, "Boolean"), (.string, "String"), (.string, "ID"), (.string, "DateTime"),
            (.upload, "Upload"):
            return value
        case (_, "Int"): throw mismatch(place, "be a 32-bit whole number")
        case (_, "Float"): throw mismatch(place, "be a number")
        case (_, "Boolean"): throw mismatch(place, "be a boolean")
        case (_, "ID"): throw mismatch(place, "be a string or a whole number")
        case (_, "Upload"): throw mismatch(place, "be a file of a multipart request")
        default: throw mismatch(place, "be a string")
        }
    }

    private func mismatch(_ place: String, _ rule: String) -> GraphQLError {
        GraphQLError(.badUserInput, "The value of \(place) must \(rule).")
    }
}

// MARK: - Variables before they have values

extension GraphQLCoercion {
    /// Whether a value is a variable whose value is not known yet.
    private func isUnknown(_ value: GraphQLValue?) -> Bool {
        if case .declared = variables, case .variable? = value { true } else { false }
    }

    /// `IsVariableUsageAllowed` of the specification, section 5.8.5.
    private func check(
        variable name: String, _ type: GraphQLTypeReference, _ place: String, hasDefault: Bool
    ) throws(GraphQLError) {
        guard case .declared(let declared) = variables, let variable = declared[name] else {
            throw GraphQLError(.badUserInput, "There is no variable $\(name).")
        }
        let hasValue = hasDefault || (variable.defaultValue ?? .null) != .null
        let expected = hasValue && !variable.type.isNonNull ? type.nullable : type
        guard Self.isCompatible(variable.type, with: expected) else {
            throw GraphQLError(
                .badUserInput, "The variable $\(name) of type \(variable.type) is used for \(place) of type \(type).")
        }
    }

    private static func isCompatible(_ type: GraphQLTypeReference, with expected: GraphQLTypeReference) -> Bool {
        switch (type, expected) {
        case (.nonNull(let type), .nonNull(let expected)): isCompatible(type, with: expected)
        case (_, .nonNull): false
        case (.nonNull(let type), _): isCompatible(type, with: expected)
        case (.list(let type), .list(let expected)): isCompatible(type, with: expected)
        case (.named(let type), .named(let expected)): type == expected
        default: false
        }
    }
}
