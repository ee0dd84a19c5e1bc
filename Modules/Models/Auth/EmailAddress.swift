/// An email address in the plain form that people type: a local part, one `@` and a domain.
///
/// In terms of RFC 5321 it is a `Dot-string` at a domain name; quoted local parts and address literals are rejected.
/// This catches typing errors. Only a delivered mail proves that the mailbox exists.
public struct EmailAddress: WireText {
    /// The address without surrounding white space and with its domain in lower case. The local part is unchanged,
    /// because only its own server may interpret it.
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `email`.
    public init(_ candidate: String) throws(InvalidValue) {
        // Fast path for most addresses: reads each byte once, without lookups in Unicode tables.
        if PlainEmail.matches(candidate) {
            text = candidate
            return
        }
        let trimmed = candidate.trimmed
        let parts = trimmed.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw Self.invalid("An email address has exactly one @, as in ada@example.com.")
        }
        let (local, domain) = (parts[0], parts[1])
        guard trimmed.utf8.count <= 254, local.utf8.count <= 64 else {
            throw Self.invalid("An email address has at most 254 bytes, 64 of them before the @.")
        }
        guard Self.isDotString(local) else {
            throw Self.invalid("The part before the @ is empty or has a character that doesn't belong there.")
        }
        guard Self.isDomain(domain) else {
            throw Self.invalid("The part after the @ is not a domain name such as example.com.")
        }
        text = "\(local)@\(domain.lowercased())"
    }

    private static func invalid(_ reason: String) -> InvalidValue {
        InvalidValue(field: "email", reason: reason)
    }

    private static func isDotString(_ local: Substring) -> Bool {
        local.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty
                && atom.unicodeScalars.allSatisfy { scalar in
                    // RFC 6531 allows every scalar beyond ASCII, but no control characters or white space.
                    scalar.isASCII
                        ? isAtomCharacter(UInt8(scalar.value)) : !scalar.properties.isWhitespace && scalar.value > 0x9F
                }
        }
    }

    private static func isDomain(_ domain: Substring) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                !label.isEmpty && label.utf8.count <= 63 && label.utf8.first != UInt8(ascii: "-")
                    && label.utf8.last != UInt8(ascii: "-")
                    && label.unicodeScalars.allSatisfy { scalar in
                        scalar.isASCII ? isLabelCharacter(UInt8(scalar.value)) : isPartOfName(scalar)
                    }
            }
    }

    /// Whether RFC 5892 allows `scalar` in a label: letters, their marks and digits (a few joiners are left out). White
    /// space, invisible characters and look-alikes of the dot are not allowed.
    private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }

    private static func isLabelCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func isAtomCharacter(_ byte: UInt8) -> Bool {
        isLabelCharacter(byte) || "!#$%&'*+/=?^_`{|}~".utf8.contains(byte)
    }
}

/// Recognizes valid addresses that need no normalization: lower-case letters, digits and a few marks. Other addresses
/// may be valid too and take the slower path.
private enum PlainEmail {
    static func matches(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            guard bytes.count <= 254, let at = bytes.firstIndex(of: UInt8(ascii: "@")), at <= 64 else { return false }
            return parts(bytes[..<at], orMarks: "_+") >= 1 && parts(bytes[(at + 1)...]) >= 2
        } ?? false
    }

    /// The number of parts between the dots. 0 if a part is empty, is longer than a domain label may be, begins or ends
    /// with a hyphen, or has a character that is not allowed.
    private static func parts(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, orMarks marks: StaticString = "") -> Int {
        var (count, length) = (1, 0)
        var last = UInt8(ascii: ".")
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): length += 1
            case UInt8(ascii: "-") where length > 0: length += 1
            case UInt8(ascii: ".") where length > 0 && last != UInt8(ascii: "-"): (count, length) = (count + 1, 0)
            case let byte where marks.withUTF8Buffer { $0.contains(byte) }: length += 1
            default: return 0
            }
            guard length <= 63 else { return 0 }
            last = byte
        }
        return length > 0 && last != UInt8(ascii: "-") ? count : 0
    }
}
