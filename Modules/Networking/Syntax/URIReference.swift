/// A URI reference in its five parts, and its resolution against a base (RFC 3986).
///
/// Foundation's `URL` repairs and re-encodes its input, differently on each platform. This type preserves
/// percent-encoded bytes as sent, so that a signed URL still matches its signature.
package struct URIReference: Equatable {
    /// The scheme in lower case.
    package var scheme: String?
    package var authority: String?
    var path: String
    var query: String?
    var fragment: String?

    /// The reference in a header field's value; `nil` if it contains a control character, because a parser that stops
    /// at a line break or a zero byte would read a different reference. Other characters outside the URI grammar
    /// (blanks, `\`, all non-ASCII) are percent-encoded as UTF-8, as the servers that send them intend.
    package init?(_ text: String) {
        var rest = ""
        for byte in text.utf8 {
            switch byte {
            case ..<0x20, 0x7F: return nil
            case let byte where byte > 0x7F || Self.isExcluded(byte): PercentEncoding.append(byte, to: &rest)
            default: rest.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        self.init(encoded: rest[...])
    }

    /// Splits `text` as the regular expression in appendix B does. `text` is ASCII, so a character is a byte.
    private init(encoded text: Substring) {
        var rest = text
        if let hash = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
            scheme = rest[..<colon].lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(rest)
    }

    /// Resolves this reference against `base`, which has a scheme (RFC 3986 section 5.2.2, strict).
    package func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme != nil {
            target.path = Self.removingDotSegments(path)
            return target
        }
        target.scheme = base.scheme
        if authority != nil {
            target.path = Self.removingDotSegments(path)
            return target
        }
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else if path.hasPrefix("/") {
            target.path = Self.removingDotSegments(path)
        } else {
            target.path = Self.removingDotSegments(Self.merged(path, below: base))
        }
        return target
    }

    /// Merges a relative path with the path of `base` (section 5.2.3).
    private static func merged(_ path: String, below base: URIReference) -> String {
        if base.authority != nil && base.path.isEmpty { return "/" + path }
        guard let slash = base.path.lastIndex(of: "/") else { return path }
        return base.path[...slash] + path
    }

    /// Removes dot segments (section 5.2.4). An encoded dot (`%2e`) is not one: the server receives it unchanged.
    private static func removingDotSegments(_ path: String) -> String {
        var stored: [Substring] = []
        let isAbsolute = path.hasPrefix("/")
        let segments = path.dropFirst(isAbsolute ? 1 : 0).split(separator: "/", omittingEmptySubsequences: false)
        for segment in segments {
            switch segment {
            case ".": break
            case "..": _ = stored.popLast()
            default: stored.append(segment)
            }
        }
        // A path that ended with a dot segment names a folder, so a slash is added.
        if let last = segments.last, last == "." || last == "..", isAbsolute || !stored.isEmpty { stored.append("") }
        return (isAbsolute ? "/" : "") + stored.joined(separator: "/")
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
    }

    /// Whether `byte` is a printable ASCII character that the URI grammar does not allow.
    private static func isExcluded(_ byte: UInt8) -> Bool {
        " \"<>\\^`{|}".utf8.contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension URIReference: CustomStringConvertible {
    /// The reference as text (RFC 3986 section 5.3).
    package var description: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }
}
