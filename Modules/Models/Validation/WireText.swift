/// A value that is one JSON string on the wire and has a rule for its text. Decoding applies the rule.
public protocol WireText: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The text that is encoded, already validated.
    var text: String { get }

    /// Parses `candidate`; throws ``InvalidValue`` with the field in the API's spelling.
    init(_ candidate: String) throws(InvalidValue)
}

extension WireText {
    public var description: String { text }

    /// Decodes a string. An invalid one throws `DecodingError.dataCorrupted` with an ``InvalidValue`` as its underlying
    /// error.
    public init(from decoder: any Decoder) throws {
        self = try decoder.validated(by: Self.init(_:))
    }

    /// Encodes ``text`` as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Decoder {
    /// The value that `make` parses from this decoder's only value. Throws `DecodingError.dataCorrupted` with the
    /// ``InvalidValue`` as its underlying error if `make` refuses it.
    func validated<Raw: Decodable, Value>(by make: (Raw) throws(InvalidValue) -> Value) throws -> Value {
        try validated(singleValueContainer().decode(Raw.self), by: make)
    }

    func validated<Raw, Value>(_ raw: Raw, by make: (Raw) throws(InvalidValue) -> Value) throws -> Value {
        do throws(InvalidValue) {
            return try make(raw)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: codingPath, debugDescription: error.reason, underlyingError: error))
        }
    }
}

extension Decoder {
    /// An id in the app's form: text, although the server may send a whole number.
    func idText() throws -> String {
        let container = try singleValueContainer()
        return if let number = try? container.decode(Int.self) { "\(number)" } else {
            try container.decode(String.self)
        }
    }
}

extension String {
    /// Whether the text has the form of an identifier: 1 to 64 ASCII letters, digits, `-`, `_` or `.`, beginning with a
    /// letter or digit.
    var isIdentifier: Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool { byte.isASCIIDigit || byte.isASCIICapital || byte.isASCIILowercase }
        var text = self
        return text.withUTF8 { bytes in
            (1...64).contains(bytes.count) && isAlphanumeric(bytes[0])
                && bytes.allSatisfy { byte in
                    isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                        || byte == UInt8(ascii: ".")
                }
        }
    }
}

extension UInt8 {
    var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isASCIICapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    var isASCIILowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}

/// The server's identifier of an `Item`: 1 to 64 ASCII letters, digits, `-`, `_` or `.`, beginning with a letter or
/// digit.
///
/// The narrow alphabet makes it safe as one segment of a path. Identifiers of two kinds of items have two types, so
/// that neither can be passed for the other.
public struct Identifier<Item>: WireText {
    /// The id as the server spells it; it is case-sensitive.
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `id`.
    public init(_ candidate: String) throws(InvalidValue) {
        guard candidate.isIdentifier else {
            throw InvalidValue(
                field: "id",
                reason: "An id has 1 to 64 letters, digits, -, _ or . and begins with a letter or digit.")
        }
        text = candidate
    }

    /// Decodes a string or a whole number. Both are text in the app, and are encoded as a string.
    public init(from decoder: any Decoder) throws {
        self = try decoder.validated(decoder.idText(), by: Self.init(_:))
    }
}
