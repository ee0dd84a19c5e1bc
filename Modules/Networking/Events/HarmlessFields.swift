import HTTPTypes

/// The header fields whose values a log may show.
///
/// They describe a request, a representation or a server, and never identify the caller. A list of secret names instead
/// would be incomplete for some APIs.
enum HarmlessFields {
    static func contains(_ name: HTTPField.Name) -> Bool { names.contains(name.canonicalName) }

    private static let names: Set<String> = [
        "accept", "accept-encoding", "accept-language", "accept-ranges", "age", "allow", "cache-control", "connection",
        "content-encoding", "content-language", "content-length", "content-range", "content-type", "date",
        "deprecation",
        "etag", "expires", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
        "keep-alive", "last-modified", "prefer", "range", "retry-after", "server", "sunset", "transfer-encoding",
        "user-agent", "vary", "x-request-id",
    ]
}
