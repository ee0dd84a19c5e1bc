import Foundation
import Models

/// Well-formed JSON text (RFC 8259) in UTF-8, for output in another layout. The order of members and the digits of
/// numbers stay as they are.
///
/// Decoders accept more than the standard, such as raw control characters and a comma before a closing bracket, so text
/// that was decoded can still be rejected by other programs.
struct JSONText: Sendable, Equatable {
    let text: String

    /// The JSON in a body, without a byte order mark; `nil` if the body is not well-formed.
    init?(_ body: Data) {
        guard let text = String(validating: body.trimmingPrefix([0xEF, 0xBB, 0xBF]), as: UTF8.self) else { return nil }
        self.init(text)
    }

    /// The JSON in `text`; `nil` if it is not well-formed.
    init?(_ text: String) {
        guard JSONSyntax.isWellFormed(text) else { return nil }
        self.text = text
    }

    /// JSON that this process has encoded, or composed of well-formed parts.
    init(wellFormed text: String) {
        self.text = text
    }

    /// One member or item for each line.
    var indented: String { formatted(isIndented: true) }

    /// Without line breaks.
    var line: String { formatted(isIndented: false) }

    /// Works on bytes, because appending to a view of Unicode scalars made the time quadratic.
    private func formatted(isIndented: Bool) -> String {
        var json = text
        var output: [UInt8] = []
        output.reserveCapacity(json.utf8.count * (isIndented ? 2 : 1))
        json.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            // Whether the last token opened a list or an object.
            var (depth, isOpening, index) = (0, false, 0)
            func breakLine() {
                guard isIndented else { return }
                output.append(UInt8(ascii: "\n"))
                for _ in 0..<(2 * depth) { output.append(UInt8(ascii: " ")) }
            }
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                switch byte {
                case _ where byte.isJSONBlank: continue
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    depth -= 1
                    if !isOpening { breakLine() }
                    output.append(byte)
                case UInt8(ascii: ","):
                    output.append(byte)
                    breakLine()
                case UInt8(ascii: ":"):
                    output.append(byte)
                    if isIndented { output.append(UInt8(ascii: " ")) }
                default:
                    if isOpening { breakLine() }
                    output.append(byte)
                    if byte == UInt8(ascii: "\"") { index = Self.appendString(bytes, from: index, to: &output) }
                }
                isOpening = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
                if isOpening { depth += 1 }
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the rest of a string, with escapes for the characters that a terminal would interpret. Returns the index
    /// after its closing quotation mark.
    private static func appendString(
        _ bytes: UnsafeRawBufferPointer, from start: Int, to output: inout [UInt8]
    ) -> Int {
        var (index, isEscaped) = (start, false)
        while index < bytes.count {
            let byte = bytes[index]
            guard byte < 0x7F else {
                index = appendScalar(bytes, at: index, to: &output)
                isEscaped = false
                continue
            }
            index += 1
            output.append(byte)
            if byte == UInt8(ascii: "\""), !isEscaped { break }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return index
    }

    /// Appends one scalar above U+007E, or its escape. Returns the index after it.
    private static func appendScalar(
        _ bytes: UnsafeRawBufferPointer, at start: Int, to output: inout [UInt8]
    ) -> Int {
        let lead = bytes[start]
        let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        let encoded = bytes[start..<min(start + length, bytes.count)]
        // All that a terminal interprets is in the first 2^16 code points, so one escape is enough.
        if length < 4, let scalar = String(decoding: encoded, as: UTF8.self).unicodeScalars.first,
            scalar.isInterpretedByTerminals
        {
            let digits = String(scalar.value, radix: 16)
            output += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
        } else {
            output += encoded
        }
        return start + length
    }
}

/// Checks the syntax of JSON text (RFC 8259) without decoding it.
private struct JSONSyntax {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    static func isWellFormed(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var syntax = JSONSyntax(UnsafeRawBufferPointer(bytes))
            return syntax.isWellFormed()
        }
    }

    /// Not recursive, because a server chooses the depth.
    private mutating func isWellFormed() -> Bool {
        // The brackets that close the open lists and objects.
        var closing: [UInt8] = []
        while true {
            skipBlanks()
            guard let byte = next() else { return false }
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                let end = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: "}")
                skipBlanks()
                guard skip(end) else {
                    guard end == UInt8(ascii: "]") || skipName() else { return false }
                    closing.append(end)
                    continue
                }
            case UInt8(ascii: "\""): guard skipString() else { return false }
            case UInt8(ascii: "t"): guard skip("rue") else { return false }
            case UInt8(ascii: "f"): guard skip("alse") else { return false }
            case UInt8(ascii: "n"): guard skip("ull") else { return false }
            default:
                index -= 1
                guard skipNumber() else { return false }
            }
            // After a value, lists and objects end until one of them has another value.
            repeat {
                skipBlanks()
                guard let end = closing.last else { return index == bytes.count }
                if skip(UInt8(ascii: ",")) {
                    guard end == UInt8(ascii: "]") || skipName() else { return false }
                    break
                }
                guard skip(end) else { return false }
                closing.removeLast()
            } while true
        }
    }

    /// The name of a member, and its colon.
    private mutating func skipName() -> Bool {
        skipBlanks()
        guard skip(UInt8(ascii: "\"")), skipString() else { return false }
        skipBlanks()
        return skip(UInt8(ascii: ":"))
    }

    /// The rest of a string after its opening quotation mark.
    private mutating func skipString() -> Bool {
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard let escape = next() else { return false }
                switch escape {
                case UInt8(ascii: "u"):
                    for _ in 0..<4 {
                        guard let digit = next(), Character(Unicode.Scalar(digit)).isHexDigit else { return false }
                    }
                default: guard #""\/bfnrt"#.utf8.contains(escape) else { return false }
                }
            case 0..<0x20: return false
            default: break
            }
        }
        return false
    }

    private mutating func skipNumber() -> Bool {
        _ = skip(UInt8(ascii: "-"))
        // No other digit follows a leading zero.
        guard skip(UInt8(ascii: "0")) || skipDigits() else { return false }
        if skip(UInt8(ascii: ".")), !skipDigits() { return false }
        guard skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) else { return true }
        _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
        return skipDigits()
    }

    /// Returns whether there was at least one digit.
    private mutating func skipDigits() -> Bool {
        let start = index
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
        return index > start
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index].isJSONBlank { index += 1 }
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { $0.allSatisfy { skip($0) } }
    }

    /// Skips this byte if it is the next one.
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func next() -> UInt8? {
        guard index < bytes.count else { return nil }
        index += 1
        return bytes[index - 1]
    }
}

extension UInt8 {
    /// Whether JSON ignores this byte between tokens.
    fileprivate var isJSONBlank: Bool { self == 0x20 || (0x09...0x0A).contains(self) || self == 0x0D }
}

/// Formats values for programs: indented JSON, with the keys of each object in alphabetical order.
enum JSONOutput {
    static func text(_ value: some Encodable) throws -> String {
        let coding = JSONCoding(formatting: [.sortedKeys, .withoutEscapingSlashes])
        return JSONText(wellFormed: String(decoding: try coding.encode(value), as: UTF8.self)).indented
    }
}
