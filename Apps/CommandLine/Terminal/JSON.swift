package import Foundation
package import Models

/// Well-formed JSON text (RFC 8259) in UTF-8, for output in another layout. The order of members and the digits of
/// numbers stay as they are.
///
/// Decoders accept more than the standard, such as raw control characters and a comma before a closing bracket, so text
/// that was decoded can still be rejected by other programs.
package struct JSONText: Sendable, Equatable {
    package let text: String

    /// The JSON in a body, without a byte order mark; `nil` if the body is not well-formed.
    package init?(_ body: Data) {
        guard let text = String(validating: body.trimmingPrefix([0xEF, 0xBB, 0xBF]), as: UTF8.self) else { return nil }
        self.init(text)
    }

    /// The JSON in `text`; `nil` if it is not well-formed.
    package init?(_ text: String) {
        guard JSONTokens.areWellFormed(in: text) else { return nil }
        self.text = text
    }

    /// JSON that this process has encoded, or composed of well-formed parts.
    package init(wellFormed text: String) {
        self.text = text
    }

    /// The depth of the deepest list or object that has a line for each member or item. The text would otherwise grow
    /// with the square of the depth, which a server chooses.
    private static let indentedDepth = 64

    /// One member or item for each line. Lists and objects that are nested more than 64 levels deep are on one line.
    package var indented: String { formatted(isIndented: true) }

    /// Without line breaks.
    package var line: String { formatted(isIndented: false) }

    package var isObject: Bool { text.utf8.first { !" \t\n\r".utf8.contains($0) } == UInt8(ascii: "{") }

    /// Whether a string has an escape such as `\ud800` without its other half. Such a string is well-formed, but not
    /// valid Unicode (RFC 8259 section 8.2).
    package var hasLoneSurrogate: Bool {
        var json = text
        return json.withUTF8 { bytes in
            var tokens = JSONTokens(UnsafeRawBufferPointer(bytes))
            while let token = tokens.next() {
                guard token.first == UInt8(ascii: "\""), token.contains(UInt8(ascii: "\\")) else { continue }
                if (try? JSONDecoder().decode(String.self, from: Data(token))) == nil { return true }
            }
            return false
        }
    }

    /// A name that one object has twice; `nil` if there is none. Readers disagree about which of the two values counts (RFC
    /// 8259 section 4).
    package var repeatedName: String? {
        var json = text
        return json.withUTF8 { bytes in
            var tokens = JSONTokens(UnsafeRawBufferPointer(bytes))
            var names: [Set<Data>] = []
            var last = Data()
            while let token = tokens.next(), let byte = token.first {
                switch byte {
                case UInt8(ascii: "{"), UInt8(ascii: "["): names.append([])
                case UInt8(ascii: "}"), UInt8(ascii: "]"): names.removeLast()
                case UInt8(ascii: ":"):
                    let name =
                        (try? JSONDecoder().decode(String.self, from: last)) ?? String(decoding: last, as: UTF8.self)
                    if !names[names.count - 1].insert(Data(name.utf8)).inserted { return name }
                default: last = Data(token)
                }
            }
            return nil
        }
    }

    private func formatted(isIndented: Bool) -> String {
        var json = text
        var output: [UInt8] = []
        output.reserveCapacity(json.utf8.count * (isIndented ? 2 : 1))
        json.withUTF8 { bytes in
            var tokens = JSONTokens(UnsafeRawBufferPointer(bytes))
            // Whether the last token opened a list or an object.
            var (depth, isOpening) = (0, false)
            func breakLine(in level: Int) {
                guard isIndented, level <= Self.indentedDepth else { return }
                output.append(UInt8(ascii: "\n"))
                output += Array(repeating: UInt8(ascii: " "), count: 2 * depth)
            }
            while let token = tokens.next(), let byte = token.first {
                let isClosing = byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
                if isClosing { depth -= 1 }
                if isOpening != isClosing { breakLine(in: isClosing ? depth + 1 : depth) }
                Self.append(token, to: &output)
                if byte == UInt8(ascii: ",") { breakLine(in: depth) }
                if byte == UInt8(ascii: ":"), isIndented { output.append(UInt8(ascii: " ")) }
                isOpening = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
                if isOpening { depth += 1 }
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends a token, with escapes for the characters that a terminal would interpret.
    private static func append(_ token: Slice<UnsafeRawBufferPointer>, to output: inout [UInt8]) {
        guard token.contains(where: { $0 >= 0x7F }) else {
            output += token
            return
        }
        for scalar in String(decoding: token, as: UTF8.self).unicodeScalars {
            if scalar.isInterpretedByTerminals {
                // All of them are in the first 2^16 code points, so one escape is enough.
                let digits = String(scalar.value, radix: 16)
                output += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            } else {
                output += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }
}

/// The tokens of JSON text (RFC 8259).
private struct JSONTokens {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0
    private var isMalformed = false

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    static func areWellFormed(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var tokens = JSONTokens(UnsafeRawBufferPointer(bytes))
            return tokens.areWellFormed()
        }
    }

    private enum Expected { case value, valueOrEnd, name, nameOrEnd, colon, separator, nothing }

    /// Not recursive, because a server chooses the depth.
    private mutating func areWellFormed() -> Bool {
        // The brackets that close the open lists and objects.
        var closing: [UInt8] = []
        var expected = Expected.value
        while let byte = next()?.first {
            switch (expected, Character(Unicode.Scalar(byte))) {
            case (.separator, ","): expected = closing.last == UInt8(ascii: "]") ? .value : .name
            case (.valueOrEnd, "]"), (.nameOrEnd, "}"), (.separator, _):
                guard byte == closing.popLast() else { return false }
                expected = closing.isEmpty ? .nothing : .separator
            case (.name, "\""), (.nameOrEnd, "\""): expected = .colon
            case (.colon, ":"): expected = .value
            case (.value, "["), (.valueOrEnd, "["):
                closing.append(UInt8(ascii: "]"))
                expected = .valueOrEnd
            case (.value, "{"), (.valueOrEnd, "{"):
                closing.append(UInt8(ascii: "}"))
                expected = .nameOrEnd
            case (.value, let first), (.valueOrEnd, let first):
                guard !"]},:".contains(first) else { return false }
                expected = closing.isEmpty ? .nothing : .separator
            default: return false
            }
        }
        return expected == .nothing && !isMalformed
    }

    /// The next token; `nil` at the end of the text, and where it is malformed.
    mutating func next() -> Slice<UnsafeRawBufferPointer>? {
        while index < bytes.count, " \t\n\r".utf8.contains(bytes[index]) { index += 1 }
        guard index < bytes.count else { return nil }
        let start = index
        index += 1
        let isWhole =
            switch Character(Unicode.Scalar(bytes[start])) {
            case "[", "]", "{", "}", ",", ":": true
            case "\"": skipString()
            case "t": skip("rue")
            case "f": skip("alse")
            case "n": skip("ull")
            default: skipNumber(from: start)
            }
        isMalformed = !isWhole
        return isWhole ? bytes[start..<index] : nil
    }

    /// The rest of a string after its opening quotation mark.
    private mutating func skipString() -> Bool {
        while index < bytes.count {
            index += 1
            switch bytes[index - 1] {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard skip(where: { #""\/bfnrtu"#.utf8.contains($0) }) else { return false }
                guard bytes[index - 1] == UInt8(ascii: "u") else { continue }
                for _ in 0..<4 {
                    guard skip(where: { Character(Unicode.Scalar($0)).isHexDigit }) else { return false }
                }
            case 0..<0x20: return false
            default: break
            }
        }
        return false
    }

    private mutating func skipNumber(from start: Int) -> Bool {
        index = start
        _ = skip("-")
        // No other digit follows a leading zero.
        guard skip("0") || skipDigits() else { return false }
        if skip("."), !skipDigits() { return false }
        guard skip(where: { "eE".utf8.contains($0) }) else { return true }
        _ = skip(where: { "+-".utf8.contains($0) })
        return skipDigits()
    }

    /// Returns whether there was at least one digit.
    private mutating func skipDigits() -> Bool {
        let start = index
        while skip(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {}
        return index > start
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { text in text.allSatisfy { byte in skip { $0 == byte } } }
    }

    /// Skips the next byte if it satisfies the condition.
    private mutating func skip(where condition: (UInt8) -> Bool) -> Bool {
        guard index < bytes.count, condition(bytes[index]) else { return false }
        index += 1
        return true
    }
}

/// Any JSON, with numbers to their last digit.
package indirect enum JSONElement: Codable, Sendable, Equatable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Decimal)
    case text(String)
    case array([JSONElement])
    case object([String: JSONElement])

    package init(from decoder: any Decoder) throws {
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
        } else if let array = try? container.decode([JSONElement].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSONElement].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
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

extension JSONElement: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral integer: Int64) { self = .integer(integer) }
}

/// Formats values for programs: indented JSON, with the keys of each object in alphabetical order.
package enum JSONOutput {
    package static func text(_ value: some Encodable) throws -> String {
        let coding = JSONCoding(formatting: [.sortedKeys, .withoutEscapingSlashes])
        return JSONText(wellFormed: String(decoding: try coding.encode(value), as: UTF8.self)).indented
    }
}
