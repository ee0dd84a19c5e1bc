import HTTPTypes

/// Which header fields go with a call that is sent on.
enum RedirectedFields {
    /// Whether `name` says something about the body, and goes when the body does (RFC 9110 section 15.4).
    static func describesBody(_ name: HTTPField.Name) -> Bool {
        name.canonicalName.hasPrefix("content-")
            || ["digest", "expect", "idempotency-key", "trailer", "transfer-encoding"].contains(name.canonicalName)
    }

    /// Whether another origin may see the field `name` of the request's `fields`.
    ///
    /// A list of what is harmless, not of what is secret: nobody knows the name under which the next API wants its key.
    /// What an endpoint or environment adds beyond it (`X-Api-Key`, a tenant's name) belongs to the origin that it was
    /// written for. On the list is what describes the wanted answer (RFC 9110 sections 12.5, 13.1 and 14.2, RFC 9111
    /// section 5.2), what describes a body that goes along, and what only names the program or this one call.
    ///
    /// What a cache or a download remembers of one resource says nothing of another one: a match there would be an
    /// accident (RFC 9110 section 8.8). Conditions of a write stay, because it must not become unconditional.
    static func mayCrossOrigins(_ name: HTTPField.Name, of fields: HTTPFields) -> Bool {
        switch name {
        // Any version, and so none that was remembered: "only if there is nothing yet".
        case .ifNoneMatch: fields[.ifNoneMatch] == "*"
        // Without its condition, it would ask for a part of whatever is there.
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
