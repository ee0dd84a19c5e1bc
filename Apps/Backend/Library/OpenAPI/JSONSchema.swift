/// A JSON Schema (2020-12, as in OpenAPI 3.1).
struct JSONSchema: Equatable, Sendable {
    var json: JSONValue

    /// A reference to one of the ``Resource/schemas``.
    static func named(_ name: String) -> JSONSchema { JSONSchema(json: ["$ref": "#/components/schemas/\(name)"]) }

    /// RFC 3339 in UTC with milliseconds.
    static let moment = text(format: "date-time", example: "2026-03-01T09:30:00.250Z")
    static let address = text(format: "uri")

    /// - Parameters:
    ///   - length: in Unicode scalars, as JSON Schema counts.
    ///   - pattern: in the syntax that all dialects of regular expressions share.
    static func text(
        length: ClosedRange<Int>? = nil, pattern: String? = nil, format: String? = nil, example: JSONValue? = nil
    ) -> JSONSchema {
        JSONSchema(json: ["type": "string"])
            .with("minLength", length.flatMap { $0.lowerBound > 0 ? .int($0.lowerBound) : nil })
            .with("maxLength", length.map { .int($0.upperBound) })
            .with("pattern", pattern.map { .string($0) })
            .with("format", format.map { .string($0) })
            .with("examples", example.map { [$0] })
    }

    static func choice(_ words: [String]) -> JSONSchema {
        JSONSchema(json: ["type": "string", "enum": .array(words.map { .string($0) })])
    }

    static func whole(_ range: ClosedRange<Int>, default standard: Int? = nil) -> JSONSchema {
        JSONSchema(json: ["type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound)])
            .with("default", standard.map { .int($0) })
    }

    static func count() -> JSONSchema { JSONSchema(json: ["type": "integer", "minimum": 0]) }

    static func list(_ item: JSONSchema) -> JSONSchema { JSONSchema(json: ["type": "array", "items": item.json]) }

    /// An object with required and optional members.
    /// - Parameter isClosed: whether other members are forbidden.
    static func object(
        _ required: [String: JSONSchema], optional: [String: JSONSchema] = [:], isClosed: Bool = false
    ) -> JSONSchema {
        let members = required.merging(optional, uniquingKeysWith: { $1 }).mapValues(\.json)
        return JSONSchema(json: ["type": "object", "properties": .object(members)])
            .with("required", required.isEmpty ? nil : .array(required.keys.sorted().map { .string($0) }))
            .with("additionalProperties", isClosed ? false : nil)
    }

    /// An object. Its members that may be `null` are optional.
    static func object(members: [String: JSONSchema]) -> JSONSchema {
        object(members.filter { !$1.mayBeNull }, optional: members.filter { $1.mayBeNull })
    }

    /// This schema, or `null`.
    var orNull: JSONSchema { JSONSchema(json: ["oneOf": [json, ["type": "null"]]]) }

    private var mayBeNull: Bool {
        guard case .object(let keywords) = json, case .array(let schemas) = keywords["oneOf"] else { return false }
        return schemas.contains(["type": "null"])
    }

    func with(_ keyword: String, _ value: JSONValue?) -> JSONSchema {
        guard let value, case .object(var members) = json else { return self }
        members[keyword] = value
        return JSONSchema(json: .object(members))
    }
}
