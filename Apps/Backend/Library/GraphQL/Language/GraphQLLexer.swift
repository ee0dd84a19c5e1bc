/// Splits a document into tokens (GraphQL specification, sections 2.1 and 2.9).
struct GraphQLLexer: Sendable {
    /// A token and the place where it begins.
    struct Token: Equatable, Sendable {
        enum Kind: Equatable, Sendable {
            /// One of `! $ & ( ) : = @ [ ] { | }`.
            case punctuator(Character)
            /// `...`
            case spread
            case name(String)
            /// The digits as written.
            case int(String)
            case float(String)
            /// The value of a string or block string.
            case string(String)
            case end
        }

        let kind: Kind
        let location: GraphQLError.Location
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var lineStart = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// The next token; ``Token/Kind/end`` at the end of the text, any number of times.
    mutating func next() throws(GraphQLRequestError) -> Token {
        skipIgnored()
        let location = location
        guard let scalar = peek() else { return Token(kind: .end, location: location) }
        let kind: Token.Kind
        switch scalar {
        case "!", "$", "&", "(", ")", ":", "=", "@", "[", "]", "{", "|", "}":
            index += 1
            kind = .punctuator(Character(scalar))
        case ".":
            guard peek(1) == ".", peek(2) == "." else { throw error("Unexpected character \".\".") }
            index += 3
            kind = .spread
        case "\"": kind = .string(peek(1) == "\"" && peek(2) == "\"" ? try blockString() : try string())
        case "-", "0"..."9": kind = try number()
        case _ where scalar.isNameStart: kind = .name(take { $0.isNameContinue })
        default: throw error("Unexpected character \(Self.quoted(scalar)).")
        }
        return Token(kind: kind, location: location)
    }

    private var location: GraphQLError.Location { .init(line: line, column: index - lineStart + 1) }

    private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
        index + offset < scalars.count ? scalars[index + offset] : nil
    }

    private func error(_ message: String) -> GraphQLRequestError {
        GraphQLRequestError(.parseFailed, "Syntax error: \(message)", at: location)
    }

    private static func quoted(_ scalar: Unicode.Scalar) -> String {
        scalar.properties.generalCategory == .control
            ? "U+\(String(scalar.value, radix: 16, uppercase: true))" : "\"\(scalar)\""
    }

    private mutating func take(while isIncluded: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = peek(), isIncluded(scalar) {
            text.append(scalar)
            index += 1
        }
        return String(text)
    }

    /// Skips white space, commas, comments and a byte order mark.
    private mutating func skipIgnored() {
        while let scalar = peek() {
            switch scalar {
            case "\n", "\r": newLine()
            case " ", "\t", ",", "\u{FEFF}": index += 1
            case "#": while let next = peek(), next != "\n", next != "\r" { index += 1 }
            default: return
            }
        }
    }

    /// Skips a line terminator: LF, CR, or both.
    private mutating func newLine() {
        index += peek() == "\r" && peek(1) == "\n" ? 2 : 1
        line += 1
        lineStart = index
    }

    private mutating func number() throws(GraphQLRequestError) -> Token.Kind {
        var text = ""
        var isFloat = false
        if peek() == "-" { text.unicodeScalars.append(advance()) }
        let whole = take { $0.isDigit }
        guard !whole.isEmpty, whole == "0" || !whole.hasPrefix("0") else { throw error("Invalid number.") }
        text += whole
        if peek() == "." {
            isFloat = true
            index += 1
            let fraction = take { $0.isDigit }
            guard !fraction.isEmpty else { throw error("Invalid number.") }
            text += ".\(fraction)"
        }
        if peek() == "e" || peek() == "E" {
            isFloat = true
            index += 1
            text += "e"
            if peek() == "-" || peek() == "+" { text.unicodeScalars.append(advance()) }
            let exponent = take { $0.isDigit }
            guard !exponent.isEmpty else { throw error("Invalid number.") }
            text += exponent
        }
        // `1x` and `1.5.2` would otherwise be two tokens.
        if let next = peek(), next.isNameStart || next == "." { throw error("Invalid number.") }
        return isFloat ? .float(text) : .int(text)
    }

    private mutating func advance() -> Unicode.Scalar {
        index += 1
        return scalars[index - 1]
    }

    private mutating func string() throws(GraphQLRequestError) -> String {
        index += 1
        var text = String.UnicodeScalarView()
        while let scalar = peek() {
            switch scalar {
            case "\"":
                index += 1
                return String(text)
            case "\n", "\r": throw error("Unterminated string.")
            case "\\": text.append(try escape())
            default: text.append(advance())
            }
        }
        throw error("Unterminated string.")
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
    ]

    private mutating func escape() throws(GraphQLRequestError) -> Unicode.Scalar {
        index += 1
        guard let scalar = peek() else { throw error("Unterminated string.") }
        index += 1
        if let simple = Self.escapes[scalar] { return simple }
        guard scalar == "u" else { throw error("Invalid escape sequence.") }
        var value: UInt32
        if peek() == "{" {
            index += 1
            value = try hexadecimal(take { $0.isHexDigit }, length: 1...6)
            guard peek() == "}" else { throw error("Invalid escape sequence.") }
            index += 1
        } else {
            value = try hexadecimal(takeFour(), length: 4...4)
            // A character outside the first plane is a pair of surrogates, as in JSON.
            if (0xD800..<0xDC00).contains(value), peek() == "\\", peek(1) == "u" {
                index += 2
                let low = try hexadecimal(takeFour(), length: 4...4)
                guard (0xDC00..<0xE000).contains(low) else { throw error("Invalid escape sequence.") }
                value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            }
        }
        guard let result = Unicode.Scalar(value) else { throw error("Invalid escape sequence.") }
        return result
    }

    private mutating func takeFour() -> String {
        var count = 0
        return take { scalar in
            count += 1
            return count <= 4 && scalar.isHexDigit
        }
    }

    private func hexadecimal(_ digits: String, length: ClosedRange<Int>) throws(GraphQLRequestError) -> UInt32 {
        guard length.contains(digits.count), let value = UInt32(digits, radix: 16) else {
            throw error("Invalid escape sequence.")
        }
        return value
    }

    private mutating func blockString() throws(GraphQLRequestError) -> String {
        index += 3
        var lines: [String] = [""]
        while let scalar = peek() {
            if scalar == "\"", peek(1) == "\"", peek(2) == "\"" {
                index += 3
                return Self.dedented(lines)
            }
            if scalar == "\\", peek(1) == "\"", peek(2) == "\"", peek(3) == "\"" {
                index += 4
                lines[lines.count - 1] += "\"\"\""
            } else if scalar == "\n" || scalar == "\r" {
                newLine()
                lines.append("")
            } else {
                lines[lines.count - 1].unicodeScalars.append(advance())
            }
        }
        throw error("Unterminated string.")
    }

    /// `BlockStringValue` of the specification, section 2.9.4: without the common indentation and blank outer lines.
    private static func dedented(_ lines: [String]) -> String {
        let isBlank = { (line: String) in line.allSatisfy { $0 == " " || $0 == "\t" } }
        let indentation =
            lines.dropFirst().filter { !isBlank($0) }
            .map { $0.prefix { $0 == " " || $0 == "\t" }.count }.min() ?? 0
        var result = lines.prefix(1) + lines.dropFirst().map { String($0.dropFirst(indentation)) }
        while let first = result.first, isBlank(first) { result.removeFirst() }
        while let last = result.last, isBlank(last) { result.removeLast() }
        return result.joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isHexDigit: Bool { properties.isASCIIHexDigit }
    fileprivate var isNameStart: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" }
    fileprivate var isNameContinue: Bool { isNameStart || isDigit }
}
