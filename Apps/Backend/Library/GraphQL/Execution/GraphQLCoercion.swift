import Foundation

/// Converts the values of variables and arguments to the types of the schema (GraphQL specification, sections 6.1.2 and
/// 6.4.1).
struct GraphQLCoercion: Sendable {
    let schema: GraphQLSchema
    /// The coerced variables. An absent optional variable has no value, which differs from `null`.
    private(set) var variables: [String: GraphQLValue] = [:]

    init(schema: GraphQLSchema) {
        self.schema = schema
    }

    /// Reads the variables of an operation. Others are ignored, as the specification requires.
    /// - Throws: an error for each invalid variable.
    init(
        schema: GraphQLSchema, operation: GraphQLOperation, variables values: GraphQLValue
    ) throws(GraphQLRequestError) {
        self.schema = schema
        var errors: [GraphQLError] = []
        for variable in operation.variables {
            do throws(GraphQLError) {
                if let value = values[variable.name] {
                    variables[variable.name] = try coerce(value, to: variable.type, "$\(variable.name)")
                } else if let literal = variable.defaultValue {
                    variables[variable.name] = try value(of: literal, variable.type)
                } else if variable.type.isNonNull {
                    throw GraphQLError(.badUserInput, "The variable $\(variable.name) is required.")
                }
            } catch {
                errors.append(GraphQLError(error.code, error.message, at: variable.location))
            }
        }
        if !errors.isEmpty { throw GraphQLRequestError(errors) }
    }

    /// The arguments of a valid field, with the schema's defaults, as an object.
    func arguments(
        _ arguments: [GraphQLArgument], for inputs: [GraphQLSchema.Input]
    ) throws(GraphQLError) -> GraphQLValue {
        .object(try members(arguments, inputs))
    }

    /// Whether `@include` and `@skip` leave a selection in.
    func includes(_ directives: [GraphQLDirective]) -> Bool {
        directives.allSatisfy { directive in
            let condition = directive.arguments["if"].flatMap { try? value(of: $0.value, .named("Boolean")) }
            return (condition == .bool(true)) == (directive.name == "include")
        }
    }

    private func members(
        _ arguments: [GraphQLArgument], _ inputs: [GraphQLSchema.Input]
    ) throws(GraphQLError) -> [GraphQLValue.Member] {
        var members: [GraphQLValue.Member] = []
        for input in inputs {
            // An argument with an absent variable is absent itself.
            if let argument = arguments[input.name], let value = try value(of: argument.value, input.type) {
                if value == .null, input.type.isNonNull {
                    throw GraphQLError(.badUserInput, "The argument \"\(input.name)\" must not be null.")
                }
                members.append(.init(input.name, value))
            } else if let literal = input.defaultValue, let value = try value(of: literal, input.type) {
                members.append(.init(input.name, value))
            } else if input.type.isNonNull {
                throw GraphQLError(.badUserInput, "The argument \"\(input.name)\" is required.")
            }
        }
        return members
    }

    /// The value of a literal that is valid for the type; `nil` for an absent variable.
    private func value(of literal: GraphQLLiteral, _ type: GraphQLTypeReference) throws(GraphQLError) -> GraphQLValue? {
        switch (literal.kind, type.nullable) {
        case (.variable(let name), _): return variables[name]
        case (.null, _): return .null
        case (.list(let items), .list(let type)):
            var values: [GraphQLValue] = []
            for item in items { values.append(try value(of: item, type) ?? .null) }
            return .list(values)
        case (_, .list(let type)): return try value(of: literal, type).map { .list([$0]) }
        case (.object(let fields), .named(let name)):
            guard case .input(let inputs)? = schema.definitions[name] else { return .null }
            return .object(try members(fields, inputs))
        case (let kind, .named(let name)): return scalar(kind, name)
        default: return .null
        }
    }

    private func scalar(_ kind: GraphQLLiteral.Kind, _ type: String) -> GraphQLValue {
        switch kind {
        case .int(let digits): type == "ID" ? .string(digits) : type == "Float" ? float(digits) : int(digits)
        case .float(let digits): float(digits)
        case .string(let text): .string(text)
        case .bool(let value): .bool(value)
        default: .null
        }
    }

    private func int(_ digits: String) -> GraphQLValue { Int(digits).map { .int($0) } ?? .null }
    private func float(_ digits: String) -> GraphQLValue { Double(digits).map { .float($0) } ?? .null }

    /// - Parameter place: the variable and the members in it, for the error: `$input.stars`.
    private func coerce(
        _ value: GraphQLValue, to type: GraphQLTypeReference, _ place: String
    ) throws(GraphQLError) -> GraphQLValue {
        switch (value, type) {
        case (.null, .nonNull(let inner)): throw mismatch(place, "must not be null. Its type is \(inner)!")
        case (_, .nonNull(let inner)): return try coerce(value, to: inner, place)
        case (.null, _): return .null
        case (.list(let items), .list(let type)):
            var values: [GraphQLValue] = []
            for (index, item) in items.enumerated() { values.append(try coerce(item, to: type, "\(place).\(index)")) }
            return .list(values)
        case (_, .list(let type)): return .list([try coerce(value, to: type, place)])
        case (_, .named(let name)):
            guard case .input(let inputs)? = schema.definitions[name] else {
                guard let scalar = scalar(value, name) else { throw mismatch(place, "must be \(Self.noun(name))") }
                return scalar
            }
            return try object(value, inputs, name, place)
        }
    }

    private func object(
        _ value: GraphQLValue, _ inputs: [GraphQLSchema.Input], _ type: String, _ place: String
    ) throws(GraphQLError) -> GraphQLValue {
        guard case .object(let members) = value else { throw mismatch(place, "must be an object of type \(type)") }
        let names = Set(inputs.map(\.name))
        if let unknown = members.map(\.name).sorted().first(where: { !names.contains($0) }) {
            throw mismatch(place, "has the field \"\(unknown.prefix(40))\", which \(type) does not have")
        }
        var result: [GraphQLValue.Member] = []
        for input in inputs {
            if let member = value[input.name] {
                result.append(.init(input.name, try coerce(member, to: input.type, "\(place).\(input.name)")))
            } else if let literal = input.defaultValue, let standard = try self.value(of: literal, input.type) {
                result.append(.init(input.name, standard))
            } else if input.type.isNonNull {
                throw mismatch(place, "must have the field \"\(input.name)\"")
            }
        }
        return .object(result)
    }

    private func scalar(_ value: GraphQLValue, _ type: String) -> GraphQLValue? {
        switch (value, type) {
        case (.int(let number), "Int"): Int32(exactly: number) == nil ? nil : value
        case (.int(let number), "Float"): .float(Double(number))
        case (.int(let number), "ID"): .string(String(number))
        case (.float, "Float"), (.bool, "Boolean"), (.string, "String"), (.string, "ID"), (.string, "DateTime"),
            (.upload, "Upload"):
            value
        default: nil
        }
    }

    /// A scalar type in an error message.
    static func noun(_ type: String) -> String {
        switch type {
        case "Int": "a 32-bit whole number"
        case "Float": "a number"
        case "Boolean": "a boolean"
        case "ID": "a string or a whole number"
        case "Upload": "a file of a multipart request"
        default: "a string"
        }
    }

    private func mismatch(_ place: String, _ problem: String) -> GraphQLError {
        GraphQLError(.badUserInput, "The variable \(place) \(problem).")
    }
}
