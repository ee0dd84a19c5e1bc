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
