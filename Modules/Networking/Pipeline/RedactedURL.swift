import Foundation
import HTTPTypes

/// Formats URLs for errors and logs.
enum RedactedURL {
    /// Scheme, authority, path and query of a request. Every query value is redacted unless its name is one of
    /// `publicNames`, because a search or a token is private.
    static func text(of request: HTTPRequest, showing publicNames: PublicQueryNames) -> String {
        let target = (request.path ?? "/").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var text = "\(request.scheme ?? "http")://\(request.authority ?? "")\(target[0])"
        if target.count == 2 {
            let items = target[1].split(separator: "&").map { item in
                // An item without `=` may be a value.
                guard item.contains("=") else { return "‹redacted›" }
                let name = item.prefix { $0 != "=" }
                return isPublic(name, publicNames) ? String(item) : "\(name)=‹redacted›"
            }
            text += "?" + items.joined(separator: "&")
        }
        return text
    }

    private static func isPublic(_ name: Substring, _ publicNames: PublicQueryNames) -> Bool {
        !publicNames.isEmpty && publicNames.contains(name.removingPercentEncoding ?? String(name))
    }
}
