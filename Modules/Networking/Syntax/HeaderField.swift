package import HTTPTypes

/// A header field of an endpoint or environment, as plain text. It is validated (RFC 9110 section 5) when the
/// environment is created or the call is routed.
public struct HeaderField: Sendable, Hashable {
    /// The field's name, compared without regard to case.
    public let name: String
    /// The field's value. Bytes of a response that are not UTF-8 are replaced with U+FFFD.
    public let value: String
    /// The value's bytes, if they are not those of ``value``.
    private let opaque: [UInt8]?

    /// Creates a field. Do not put a credential in it: ``CredentialProvider`` and ``APIKeyInterceptor`` send a
    /// credential only to its own origin.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
        opaque = nil
    }

    /// A field of a response.
    init(_ field: HTTPField) {
        name = field.name.rawName
        value = field.value
        opaque = field.isText ? nil : field.withUnsafeBytesOfValue { Array($0) }
    }

    /// The value as the server sent it.
    public var bytes: [UInt8] { opaque ?? Array(value.utf8) }

    /// See `HTTPField.escapedValue`.
    var escapedValue: String { opaque.map(PercentEncoding.escapingOpaque) ?? value }

    /// `nil` if the name is not a token, or the value contains a line break or another control character.
    var field: HTTPField? {
        guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else { return nil }
        return HTTPField(name: name, value: value)
    }
}

extension HTTPField {
    /// Whether the value's bytes are UTF-8 (obs-text need not be, RFC 9110 section 5.5).
    fileprivate var isText: Bool {
        let value = value
        return !value.unicodeScalars.contains("\u{FFFD}") || withUnsafeBytesOfValue { $0.elementsEqual(value.utf8) }
    }

    /// The value of a field that contains a URI reference: bytes that are not UTF-8 are percent-encoded, where `value`
    /// would replace them.
    var escapedValue: String {
        isText ? value : withUnsafeBytesOfValue { PercentEncoding.escapingOpaque(Array($0)) }
    }
}

extension HTTPFields {
    /// The URI reference in the first field of this name, with bytes that are not UTF-8 percent-encoded.
    package func reference(_ name: HTTPField.Name) -> String? { self[fields: name].first?.escapedValue }

    /// The entity tag with bytes that are not UTF-8 percent-encoded, to compare it with others.
    package var entityTag: String? { reference(.eTag) }

    /// The entity tag for a condition; `nil` also if it is not UTF-8, because a request can't repeat its bytes.
    package var sendableEntityTag: String? { entityTag == self[.eTag] ? entityTag : nil }

    /// Returns the same value as the subscript, but faster for a field with one value, because the subscript always
    /// joins values. Use it for fields that are read from every response.
    func value(of name: HTTPField.Name) -> String? {
        guard let first = firstIndex(where: { $0.name == name }) else { return nil }
        return self[(first + 1)...].contains { $0.name == name } ? self[name] : self[first].value
    }
}

extension HTTPFields {
    /// The content codings of a body in the order in which they were applied (RFC 9110 section 8.4), in lowercase and without
    /// `identity`.
    package var contentCodings: [String] {
        self[values: .contentEncoding].flatMap { FieldList($0).members }.map { $0.lowercased() }
            .filter { $0 != "identity" }
    }
}

/// A field value that is a comma-separated list (RFC 9110 section 5.6.1). A comma within quotes is not a separator.
package struct FieldList {
    /// The members of the list, without surrounding white space. Empty members are left out.
    package private(set) var members: [Substring] = []
    /// Whether every quoted string is closed. The text after an unclosed quotation mark is one member.
    package private(set) var isWellFormed = true

    package init(_ value: String) {
        var start = value.utf8.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in value.utf8.indices {
            switch value.utf8[index] {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isQuoted: isEscaped = true
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted:
                append(value[start..<index])
                start = value.utf8.index(after: index)
            default: break
            }
        }
        append(value[start...])
        isWellFormed = !isQuoted
    }

    private mutating func append(_ member: Substring) {
        let member = member.trimmingBlanks
        if !member.isEmpty { members.append(member) }
    }
}

extension Substring {
    /// The text without optional white space (RFC 9110 section 5.6.3) at both ends.
    package var trimmingBlanks: Substring {
        var bytes = utf8
        while let first = bytes.first, Self.isBlank(first) { bytes.removeFirst() }
        while let last = bytes.last, Self.isBlank(last) { bytes.removeLast() }
        return Substring(bytes)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
