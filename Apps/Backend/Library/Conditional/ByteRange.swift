import HTTPTypes

/// The bytes of a representation that a request selects (RFC 9110, section 14).
enum ByteRange: Equatable, Sendable {
    case whole
    /// Never empty, and never past the end.
    case part(Range<Int>)
    /// 416: none of the bytes exists.
    case unsatisfiable

    /// - Parameters:
    ///   - fields: the header fields of a `GET`. Ranges are defined for no other method.
    ///   - length: the number of bytes of the whole representation.
    init(_ fields: HTTPFields, length: Int, tag: EntityTag) {
        self = .whole
        guard let text = fields[.range], Self.isCurrent(fields[.ifRange], tag) else { return }
        guard let match = text.wholeMatch(of: /(?i:bytes)=[ \t]*(\d*)-(\d*)[ \t]*/) else {
            // Another unit, several ranges, or malformed. A server may ignore the field and send the whole.
            return
        }
        // A number too large for `Int` is larger than any file.
        let (first, last) = (Self.number(match.1), Self.number(match.2))
        switch (first, last) {
        case (nil, nil): return
        case (nil, let suffix?):
            self = suffix > 0 && length > 0 ? .part(max(0, length - suffix)..<length) : .unsatisfiable
        case (let first?, let last):
            if let last, last < first { return }
            self = first < length ? .part(first..<min(last ?? .max, length - 1) + 1) : .unsatisfiable
        }
    }

    /// RFC 9110, section 13.1.5: a part is sent only if the client has the same version. A date does not prove that,
    /// because two changes may occur in the same second.
    private static func isCurrent(_ condition: String?, _ tag: EntityTag) -> Bool {
        guard let condition else { return true }
        guard case .tags(let tags)? = EntityTagList(condition), tags.count == 1 else { return false }
        return tags[0].matchesStrongly(tag)
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.isEmpty ? nil : Int(digits) ?? .max
    }
}
