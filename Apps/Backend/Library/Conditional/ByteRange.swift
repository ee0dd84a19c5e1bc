import HTTPTypes

/// Which bytes of a representation a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable, Sendable {
    case whole
    /// Never empty, and never past the end.
    case part(Range<Int>)
    /// 416: not one of the bytes exists.
    case unsatisfiable

    /// - Parameters:
    ///   - fields: of a `GET`; a range means nothing with any other method.
    ///   - length: how many bytes there are, in all.
    init(_ fields: HTTPFields, length: Int, tag: EntityTag) {
        self = .whole
        guard let text = fields[.range], Self.isCurrent(fields[.ifRange], tag) else { return }
        guard let match = text.wholeMatch(of: /(?i:bytes)=[ \t]*(\d*)-(\d*)[ \t]*/) else {
            // Another unit, several ranges or nonsense. A server may ignore them all, and the whole is always right.
            return
        }
        // Numbers beyond every file count as beyond this one.
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

    /// RFC 9110, section 13.1.5: only what proves the same bytes may be continued. No date does that here, since two
    /// changes may share a second.
    private static func isCurrent(_ condition: String?, _ tag: EntityTag) -> Bool {
        guard let condition else { return true }
        guard case .tags(let tags)? = EntityTagList(condition), tags.count == 1 else { return false }
        return tags[0].matchesStrongly(tag)
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.isEmpty ? nil : Int(digits) ?? .max
    }
}
