/// A media type with its parameters, as in `Content-Type` (RFC 9110, section 8.3.1).
struct MediaType: Equatable, Sendable {
    /// Type and subtype in lower case: `multipart/form-data`.
    let essence: String
    /// By lower-cased name.
    let parameters: [String: String]

    /// `nil` if `text` is not of the form `type/subtype; name=value`.
    init?(_ text: String) {
        guard let parsed = HeaderValue(text) else { return nil }
        let halves = parsed.value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ HeaderValue.isToken($0) }) else { return nil }
        essence = parsed.value.lowercased()
        parameters = parsed.parameters
    }
}
