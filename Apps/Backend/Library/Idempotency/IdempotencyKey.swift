import HTTPTypes

/// The client's key for a request that must run once (draft-ietf-httpapi-idempotency-key-header).
struct IdempotencyKey: Hashable, Sendable {
    let text: String

    /// Accepts 1 to 255 visible characters without quotes and backslashes. The draft requires a quoted string (RFC
    /// 9651, section 3.3.3), but most clients send the text without quotes. Both forms are the same key.
    /// - Throws: ``Problem/invalidIdempotencyKey``.
    init(_ value: String) throws(Problem) {
        let isQuoted = value.utf8.count > 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
        text = isQuoted ? String(value.dropFirst().dropLast()) : value
        let isVisible = text.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard isVisible, (1...255).contains(text.utf8.count) else { throw .invalidIdempotencyKey }
    }
}

extension HTTPField.Name {
    static let idempotencyKey = known("Idempotency-Key")
    /// `true` in a replayed response.
    static let idempotencyReplayed = known("Idempotency-Replayed")
}
