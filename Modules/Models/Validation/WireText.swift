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
        let candidate = try decoder.singleValueContainer().decode(String.self)
        do throws(InvalidValue) {
            try self.init(candidate)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: error.reason, underlyingError: error))
        }
    }

    /// Encodes ``text`` as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension UInt8 {
    var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isASCIICapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    var isASCIILowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
