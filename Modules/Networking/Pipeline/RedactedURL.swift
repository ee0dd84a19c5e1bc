import Foundation
import HTTPTypes

/// A request's URL for errors and logs. Every query value is redacted unless its name is public, because a search or a
/// token is private.
struct RedactedURL {
    private(set) var parts: [Part] = []

    enum Part {
        case text(String)
        /// The value of the query item `name`; without a name, an item without `=`, which may be a value.
        case redacted(name: String?)
    }

    /// - Parameter publicNames: the names of query items whose values are shown.
    init(_ request: HTTPRequest, showing publicNames: PublicQueryNames) {
        let target = (request.path ?? "/").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let base = "\(request.scheme ?? "http")://\(request.authority ?? "")\(target[0])"
        parts.append(.text(target.count == 2 ? base + "?" : base))
        guard target.count == 2 else { return }
        for (position, item) in target[1].split(separator: "&").enumerated() {
            let separator = position == 0 ? "" : "&"
            let name = item.prefix { $0 != "=" }
            if name.endIndex == item.endIndex {
                if position > 0 { parts.append(.text(separator)) }
                parts.append(.redacted(name: nil))
            } else if Self.isPublic(name, publicNames) {
                parts.append(.text(separator + item))
            } else {
                parts += [.text("\(separator)\(name)="), .redacted(name: String(name))]
            }
        }
    }

    /// Scheme, authority, path and query.
    var text: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .redacted: "‹redacted›"
            }
        }.joined()
    }

    private static func isPublic(_ name: Substring, _ publicNames: PublicQueryNames) -> Bool {
        !publicNames.isEmpty && publicNames.contains(name.removingPercentEncoding ?? String(name))
    }
}
