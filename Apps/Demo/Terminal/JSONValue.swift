import Foundation
import Models

indirect enum JSONValue: Codable, Sendable, Equatable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Decimal)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Decimal.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral integer: Int64) { self = .integer(integer) }
}

/// Formats values for programs: indented JSON, with the keys of each object in alphabetical order.
enum JSONOutput {
    static func text(_ value: some Encodable) throws -> String {
        let coding = JSONCoding(formatting: [.sortedKeys, .withoutEscapingSlashes])
        return JSONText(wellFormed: String(decoding: try coding.encode(value), as: UTF8.self)).indented
    }
}
