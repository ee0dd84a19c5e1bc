/// Checks a document against the schema before its execution (GraphQL specification, section 5).
///
/// Each operation is checked with its fragments expanded, so a fragment is checked for every operation that uses it.
/// The nesting and the number of selections are limited, because a few nested fragments can expand to any number.
struct GraphQLValidator: Sendable {
    let schema: GraphQLSchema
    let depthLimit: Int
    let selectionLimit: Int

    private let document: GraphQLDocument
    private var fragments: [String: GraphQLFragment] = [:]
    private var errors: [GraphQLError] = []
    private var selections = 0
    private var usedFragments: Set<String> = []
    // Of the current operation.
    private var coercion: GraphQLCoercion
    private var usedVariables: Set<String> = []

    private static let errorLimit = 20

    /// - Throws: the first 20 errors.
    static func validate(
        _ document: GraphQLDocument, schema: GraphQLSchema, depthLimit: Int, selectionLimit: Int
    ) throws(GraphQLRequestError) {
        var validator = Self(schema, document, depthLimit: depthLimit, selectionLimit: selectionLimit)
        validator.run()
        if !validator.errors.isEmpty { throw GraphQLRequestError(validator.errors) }
    }

    private init(_ schema: GraphQLSchema, _ document: GraphQLDocument, depthLimit: Int, selectionLimit: Int) {
        self.schema = schema
        coercion = GraphQLCoercion(schema: schema)
        self.document = document
        self.depthLimit = depthLimit
        self.selectionLimit = selectionLimit
    }

    /// Records an error. Once there are too many selections, records nothing, because the rest is not visited.
    private mutating func report(_ message: String, at location: GraphQLError.Location) {
        let error = GraphQLError(.validationFailed, message, at: location)
        // A fragment that is used twice would report its errors twice.
        if errors.count < Self.errorLimit, selections <= selectionLimit, !errors.contains(error) {
            errors.append(error)
        }
    }

    private mutating func run() {
        for fragment in document.fragments {
            if fragments.updateValue(fragment, forKey: fragment.name) != nil {
                report("There are several fragments named \"\(fragment.name)\".", at: fragment.location)
            }
            if schema.possibleTypes(of: fragment.type).isEmpty {
                report("\"\(fragment.type)\" is not a type that has fields.", at: fragment.location)
            }
        }
        var names: Set<String> = []
        for operation in document.operations {
            if let name = operation.name {
                if !names.insert(name).inserted {
                    report("There are several operations named \"\(name)\".", at: operation.location)
                }
            } else if document.operations.count > 1 {
                report("An operation without a name must be the only one.", at: operation.location)
            }
            check(operation)
        }
        for fragment in document.fragments where !usedFragments.contains(fragment.name) {
            report("The fragment \"\(fragment.name)\" is not used.", at: fragment.location)
        }
    }

    private mutating func check(_ operation: GraphQLOperation) {
        var variables: [String: GraphQLOperation.Variable] = [:]
        usedVariables = []
        for variable in operation.variables {
            if variables.updateValue(variable, forKey: variable.name) != nil {
                report("There are several variables named $\(variable.name).", at: variable.location)
            }
            if !schema.isInput(variable.type.name) {
                report("\"\(variable.type)\" is not an input type.", at: variable.location)
            } else if let value = variable.defaultValue {
                do throws(GraphQLError) {
                    _ = try GraphQLCoercion(schema: schema, variables: .declared([:]))
                        .coerce(value, to: variable.type, "$\(variable.name)")
                } catch {
                    report(error.message, at: variable.location)
                }
            }
        }
        coercion.variables = .declared(variables)
        let root = operation.kind.rootType
        let fields = collect([(root, operation.selections)], depth: 1, within: [])
        let hasOneField = Set(fields.map(\.field.key)).count == 1 && fields[0].field.name != "__typename"
        if operation.kind == .subscription, !hasOneField {
            report("A subscription must select exactly one field.", at: operation.location)
        }
        check(fields, depth: 1)
        for variable in operation.variables where !usedVariables.contains(variable.name) {
            report("The variable $\(variable.name) is not used.", at: variable.location)
        }
    }
}

// MARK: - Fields

extension GraphQLValidator {
    /// A field with its parent type, and the fragments around it.
    private struct Selected {
        let parent: String
        let field: GraphQLField
        let fragments: Set<String>
    }

    /// The fields of selection sets and their fragments. Checks each field, but not the field's own selections.
    private mutating func collect(
        _ sets: [(parent: String, selections: [GraphQLSelection])], depth: Int, within active: Set<String>
    ) -> [Selected] {
        var fields: [Selected] = []
        for (parent, set) in sets {
            for selection in set {
                selections += 1
                guard isWithinLimits(depth, selection.location) else { return [] }
                check(selection.directives)
                switch selection {
                case .field(let field):
                    check(field, of: parent)
                    fields.append(Selected(parent: parent, field: field, fragments: active))
                case .inline(let type, _, let inner, let location):
                    guard let type = narrowed(parent, to: type ?? parent, at: location) else { continue }
                    fields += collect([(type, inner)], depth: depth + 1, within: active)
                case .spread(let name, _, let location):
                    guard let fragment = fragments[name] else {
                        report("There is no fragment \"\(name)\".", at: location)
                        continue
                    }
                    usedFragments.insert(name)
                    guard !active.contains(name) else {
                        report("The fragment \"\(name)\" contains itself.", at: location)
                        continue
                    }
                    guard let type = narrowed(parent, to: fragment.type, at: location) else { continue }
                    fields += collect([(type, fragment.selections)], depth: depth + 1, within: active.union([name]))
                }
            }
        }
        return fields
    }

    private mutating func isWithinLimits(_ depth: Int, _ location: GraphQLError.Location) -> Bool {
        if depth > depthLimit {
            errors = [
                GraphQLError(.tooComplex, "The selection is nested more than \(depthLimit) levels deep.", at: location)
            ]
            selections = selectionLimit + 1
        } else if selections == selectionLimit + 1 {
            errors = [
                GraphQLError(.tooComplex, "The document has more than \(selectionLimit) selections.", at: location)
            ]
        }
        return selections <= selectionLimit
    }

    /// The type of the objects that a fragment in `parent` applies to; `nil` after an error.
    private mutating func narrowed(
        _ parent: String, to type: String, at location: GraphQLError.Location
    ) -> String? {
        let (outer, inner) = (schema.possibleTypes(of: parent), schema.possibleTypes(of: type))
        guard !inner.isEmpty else {
            report("\"\(type)\" is not a type that has fields.", at: location)
            return nil
        }
        guard inner.contains(where: outer.contains) else {
            report("A \(parent) is never a \(type).", at: location)
            return nil
        }
        return outer.count == 1 ? parent : type
    }

    /// Checks that fields with the same key can be merged, and checks their selections. Fields of different parent
    /// types are never merged, because they are never in one object.
    private mutating func check(_ fields: [Selected], depth: Int) {
        var groups: [[Selected]] = []
        var positions: [String: Int] = [:]
        for selected in fields {
            let key = "\(selected.parent).\(selected.field.key)"
            guard let position = positions[key] else {
                positions[key] = groups.count
                groups.append([selected])
                continue
            }
            let (field, first) = (selected.field, groups[position][0].field)
            if field.name != first.name || field.arguments != first.arguments {
                report("The fields with the key \"\(field.key)\" are different. Use aliases.", at: field.location)
            }
            groups[position].append(selected)
        }
        for group in groups { checkSelections(of: group, depth: depth) }
    }

    /// Checks the merged selections of fields with the same key and parent.
    private mutating func checkSelections(of fields: [Selected], depth: Int) {
        guard let type = schema.field(fields[0].field.name, of: fields[0].parent)?.type else { return }
        let isLeaf = schema.possibleTypes(of: type.name).isEmpty
        for selected in fields where selected.field.selections.isEmpty != isLeaf {
            let problem = isLeaf ? "has no fields to select" : "requires a selection of fields"
            report("The field \"\(selected.field.name)\" of type \(type) \(problem).", at: selected.field.location)
        }
        if isLeaf { return }
        let inner = fields.flatMap { selected in
            collect([(type.name, selected.field.selections)], depth: depth + 1, within: selected.fragments)
        }
        check(inner, depth: depth + 1)
    }

    private mutating func check(_ field: GraphQLField, of parent: String) {
        guard let definition = schema.field(field.name, of: parent) else {
            if ["__schema", "__type"].contains(field.name) {
                let hint = "The schema is at /graphql/schema.graphql."
                return report("Introspection is limited to __typename. \(hint)", at: field.location)
            }
            return report("The type \(parent) has no field \"\(field.name)\".", at: field.location)
        }
        check(field.arguments, definition.arguments, field.name, at: field.location)
    }

    private mutating func check(_ directives: [GraphQLDirective]) {
        var names: Set<String> = []
        for directive in directives {
            guard ["include", "skip"].contains(directive.name) else {
                report("There is no directive @\(directive.name).", at: directive.location)
                continue
            }
            check(directive.arguments, GraphQLDirective.inputs, "@\(directive.name)", at: directive.location)
            if !names.insert(directive.name).inserted {
                report("The directive @\(directive.name) occurs twice.", at: directive.location)
            }
        }
    }

    private mutating func check(
        _ arguments: [GraphQLValue.Member], _ inputs: [GraphQLSchema.Input], _ place: String,
        at location: GraphQLError.Location
    ) {
        usedVariables.formUnion(arguments.flatMap(\.value.variables))
        do throws(GraphQLError) {
            _ = try coercion.coerce(arguments, to: inputs, place)
        } catch {
            report(error.message, at: location)
        }
    }
}
