/// One field of a feature's resource.
struct FeatureField: Sendable, Equatable {
    /// The types that the layers can store and send.
    enum FieldType: String, CaseIterable, Sendable {
        case string = "String"
        case int = "Int"
        case decimal = "Decimal"
        case bool = "Bool"
        case date = "Date"

        /// The type in Swift.
        var swiftName: String { self == .date ? "Timestamp" : rawValue }
    }

    let name: Name
    let type: FieldType
    let isOptional: Bool

    var text: String { "\(name.lowerCamel):\(type.rawValue)\(isOptional ? "?" : "")" }

    /// Reads `number:String total:Decimal due:Date?`.
    ///
    /// - Throws: ``FeatureError/refusedField(_:reason:)``.
    static func fields(_ text: String) throws -> [FeatureField] {
        let fields = try text.split(whereSeparator: { $0 == " " || $0 == "," }).map { try FeatureField(String($0)) }
        guard !fields.isEmpty else { throw FeatureError.refusedField(text, reason: "there are no fields") }
        for (index, field) in fields.enumerated()
        where fields[..<index].contains(where: { $0.name.snake == field.name.snake }) {
            throw FeatureError.refusedField(field.text, reason: "there are two fields with this name")
        }
        return fields
    }

    private init(_ text: String) throws {
        guard let match = text.wholeMatch(of: /([a-z][A-Za-z0-9]*):([A-Za-z]+)(\?)?/) else {
            throw FeatureError.refusedField(
                text, reason: "a field is a name in lower camel case, a colon and a type, such as dueOn:Date?")
        }
        guard let type = FieldType(rawValue: String(match.output.2)) else {
            let known = FieldType.allCases.map(\.rawValue).joined(separator: ", ")
            throw FeatureError.refusedField(
                text, reason: "the types are \(known), each with a question mark if it is optional")
        }
        let name = String(match.output.1)
        if ReservedNames.keywords.contains(name) {
            throw FeatureError.refusedField(text, reason: "\(name) is a keyword of Swift")
        }
        if ReservedNames.members.contains(name) {
            throw FeatureError.refusedField(text, reason: "\(name) has another meaning in one of the layers")
        }
        if ReservedNames.options.contains(name) {
            throw FeatureError.refusedField(text, reason: "every command has an option \(name)")
        }
        self.name = Name(name)
        self.type = type
        isOptional = match.output.3 != nil
    }
}
