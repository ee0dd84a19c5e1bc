import Foundation

/// One `name=value` argument.
struct FieldValue: Equatable {
    let name: String
    let text: String
    /// Whether a JSON object stores numbers, booleans and null as such instead of as strings.
    let isTyped: Bool

    init(_ argument: String, isTyped: Bool, option: String) throws(Failure) {
        guard let separator = argument.firstIndex(of: "=") else {
            // The argument may be a secret, as in `password:secret`.
            throw Failure("\(option) requires name=value, and one argument has no =.", .usage)
        }
        guard separator > argument.startIndex else {
            throw Failure("\(option) requires name=value, with a name before the =.", .usage)
        }
        name = String(argument[..<separator])
        text = String(argument[argument.index(after: separator)...])
        self.isTyped = isTyped
    }

    /// The fields as one JSON object with sorted keys. Duplicate names are an error, because servers disagree about
    /// which value counts (RFC 8259 section 4).
    static func object(_ fields: [FieldValue]) throws -> Data {
        var values: [String: JSONValue] = [:]
        for field in fields {
            guard values.updateValue(field.value, forKey: field.name) == nil else {
                throw Failure("--field \(field.name) appears twice. Use each name once.", .usage)
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(values)
    }

    private var value: JSONValue {
        guard isTyped else { return .text(text) }
        switch text {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "null": return .null
        // A number that would print differently (007, +1) stays a string.
        default: return Int64(text).flatMap { "\($0)" == text ? .integer($0) : nil } ?? .text(text)
        }
    }
}
