import HTTPTypes

/// URLs as errors and logs may show them.
enum RedactedURL {
    /// Scheme, authority and path of a request, with every query value replaced: a search or a token is nobody's business.
    static func text(of request: HTTPRequest) -> String {
        let target = (request.path ?? "/").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var text = "\(request.scheme ?? "http")://\(request.authority ?? "")\(target[0])"
        if target.count == 2 {
            let names = target[1].split(separator: "&").map { item in
                // What has no name is a value.
                item.contains("=") ? "\(item.prefix { $0 != "=" })=‹redacted›" : "‹redacted›"
            }
            text += "?" + names.joined(separator: "&")
        }
        return text
    }
}
