import HTTPTypes

/// Which header fields a redirected request retains.
enum RedirectedFields {
    /// Whether the field `name` describes the body, and is removed with it (RFC 9110 section 15.4).
    static func describesBody(_ name: HTTPField.Name) -> Bool {
        name.canonicalName.hasPrefix("content-")
            || ["digest", "expect", "idempotency-key", "trailer", "transfer-encoding"].contains(name.canonicalName)
    }

    /// Whether another origin may see the field `name` of the request's `fields`.
    ///
    /// An allow list, because an API can name its key as it likes. Fields that an endpoint or environment adds beyond
    /// the list (`X-Api-Key`, a tenant's name) belong to the origin that they were written for. The list contains
    /// fields that describe the requested representation (RFC 9110 sections 12.5, 13.1 and 14.2, RFC 9111 section 5.2),
    /// fields that describe a body, and fields that only identify the program or the call.
    ///
    /// Validators of one resource do not apply to another: a match there would be a coincidence (RFC 9110 section 8.8).
    /// Conditions of a write stay, because the write must not become unconditional.
    static func mayCrossOrigins(_ name: HTTPField.Name, of fields: HTTPFields) -> Bool {
        switch name {
        // "*" names no version: it means "only if nothing exists yet".
        case .ifNoneMatch: fields[.ifNoneMatch] == "*"
        // Without its If-Range, the Range would request a part of any version.
        case .range: fields[.ifRange] == nil
        default: harmless.contains(name.canonicalName)
        }
    }

    private static let harmless: Set<String> = [
        "accept", "accept-encoding", "accept-language", "cache-control", "if-match",
        "if-unmodified-since", "pragma", "prefer",
        "content-digest", "content-encoding", "content-language", "content-length", "content-type", "digest", "expect",
        "idempotency-key", "user-agent", "x-request-id",
    ]
}
