/// Splits a document into tokens (GraphQL specification, sections 2.1 and 2.9), without block strings.
///
/// The token limit bounds the work of later steps, which may visit a token many times. The name limit bounds the size
/// of a response, whose lists repeat a key in each item.
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
            /// The value of a string.
            case string(String)
            case end
        }

        let kind: Kind
        let location: GraphQLError.Location
    }

    /// The largest number of tokens in a document.
    static let tokenLimit = 2000
    /// The largest length of a name in characters.
    static let nameLimit = 100

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var lineStart = 0
    private var count = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// The next token. At the end of the text, every call returns ``Token/Kind/end``.
    mutating func next() throws(GraphQLRequestError) -> Token {
        skipIgnored()
        let location = location
        guard let scalar = peek() else { return Token(kind: .end, location: location) }
        count += 1
        guard count <= Self.tokenLimit else {
            throw GraphQLRequestError(
                .tooComplex, "The document has more than \(Self.tokenLimit) tokens.", at: location)
        }
        let kind: Token.Kind
        switch scalar {
        case "!", "$", "&", "(", ")", ":", "=", "@", "[", "]", "{", "|", "}":
            index += 1
            kind = .punctuator(Character(scalar))
        case ".":
            guard peek(1) == ".", peek(2) == "." else { throw error("Unexpected character \".\".") }
            index += 3
            kind = .spread
        case "\"" where peek(1) == "\"" && peek(2) == "\"":
            throw error("This server has no block strings. Use a string with escape sequences.")
        case "\"": kind = .string(try string())
        case "-", "0"..."9": kind = try number()
        case _ where scalar.isNameStart:
            let name = take { $0.isNameContinue }
            guard name.count <= Self.nameLimit else {
                throw GraphQLRequestError(
                    .tooComplex, "A name has more than \(Self.nameLimit) characters.", at: location)
            }
            kind = .name(name)
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
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isHexDigit: Bool { properties.isASCIIHexDigit }
    fileprivate var isNameStart: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" }
    fileprivate var isNameContinue: Bool { isNameStart || isDigit }
}
