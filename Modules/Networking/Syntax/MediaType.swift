/// The type of a body (RFC 9110 section 8.3.1) without its parameters, in lower case, such as `application/json`.
struct MediaType: Equatable {
    let essence: String

    /// The media type of a Content-Type field; `nil` if it is not valid.
    init?(_ field: String) {
        if let essence = Self.plainJSON(field) {
            self.essence = essence
            return
        }
        // Bytes are faster than characters, and this runs for every response.
        let slash = UInt8(ascii: "/")
        let bytes = field.utf8.prefix { $0 != UInt8(ascii: ";") }
            .filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            .map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        guard bytes.count <= 127, let place = bytes.firstIndex(of: slash), place > 0, place < bytes.count - 1,
            !bytes[(place + 1)...].contains(slash), bytes.allSatisfy(Self.isToken)
        else { return nil }
        essence = String(decoding: bytes, as: UTF8.self)
    }

    /// Whether it is `application/json` or a type with the suffix `+json` (RFC 6839 section 3.1). Some servers send
    /// `text/json`, which was never registered.
    var isJSON: Bool {
        essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json")
    }

    /// A fast path for the type of nearly every response, with or without parameters.
    private static func plainJSON(_ field: String) -> String? {
        let json = "application/json"
        guard field.hasPrefix(json) else { return nil }
        let next = field.utf8.dropFirst(json.utf8.count).first
        return next == nil || next == UInt8(ascii: ";") ? json : nil
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "/!#$&-^_.+*'%`|~".utf8.contains(byte)
        }
    }
}

/// A media type, or all types of a kind: `image/png`, `image/*`, `*/*` (RFC 9110 section 12.5.1).
struct MediaRange: Sendable {
    private let text: String

    /// The range in `text`, without its parameters such as `;q=0.5`.
    init(_ text: String) {
        let essence = text.prefix { $0 != ";" }
        self.text = essence.filter { $0 != " " }.lowercased()
    }

    func contains(_ type: MediaType) -> Bool {
        if text == "*/*" || text == type.essence { return true }
        return text.hasSuffix("/*") && type.essence.hasPrefix(text.dropLast())
    }
}
