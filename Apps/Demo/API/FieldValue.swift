import Foundation

/// One `name=value` of the command line.
struct FieldValue: Equatable {
    let name: String
    let text: String
    /// Whether a JSON object takes the text for what it says rather than as a text.
    let isTyped: Bool

    init(_ argument: String, isTyped: Bool, option: String) throws(Failure) {
        guard let separator = argument.firstIndex(of: "="), separator > argument.startIndex else {
            throw Failure("\(option) requires name=value.", .usage)
        }
        name = String(argument[..<separator])
        text = String(argument[argument.index(after: separator)...])
        self.isTyped = isTyped
    }

    /// The fields as one JSON object, its keys sorted. A name that comes twice is refused: servers disagree about which
    /// counts (RFC 8259 section 4).
    static func object(_ fields: [FieldValue]) throws -> Data {
        var values: [String: JSONValue] = [:]
        for field in fields {
            guard values.updateValue(field.value, forKey: field.name) == nil else {
                throw Failure("--field names \(field.name) twice.", .usage)
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
        // A number that would print differently (007, +1) is a text to whoever typed it.
        default: return Int64(text).flatMap { "\($0)" == text ? .integer($0) : nil } ?? .text(text)
        }
    }
}
