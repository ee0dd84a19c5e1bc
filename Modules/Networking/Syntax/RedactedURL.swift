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

/// The names of query items whose values logs, traces and errors may show. All other values are redacted.
///
/// ```swift
/// let names: PublicQueryNames = ["page", "sort"]
/// ```
public struct PublicQueryNames: Sendable, Equatable, ExpressibleByArrayLiteral {
    private var names: Set<String>
    private var redacted: Set<String> = []
    private var showsOthers = false

    /// Shows the values of these names only.
    public init(_ names: Set<String>) {
        self.names = names
    }

    /// Shows the values of the names in a literal only, such as `["page", "sort"]`.
    public init(arrayLiteral names: String...) {
        self.init(Set(names))
    }

    /// Shows every value except those whose name suggests a secret, such as `access_token`, `api-key` or `sig`: for
    /// developers who examine their own calls. A secret under a harmless name is shown.
    public static var allExceptSecrets: PublicQueryNames {
        var names = PublicQueryNames([])
        names.showsOthers = true
        return names
    }

    /// The same names without `name`.
    public func except(_ name: String) -> PublicQueryNames {
        var names = self
        names.redacted.insert(name)
        return names
    }

    /// These names and those of `others`, without the ones that either excludes.
    public func union(_ others: PublicQueryNames) -> PublicQueryNames {
        var names = self
        names.names.formUnion(others.names)
        names.redacted.formUnion(others.redacted)
        names.showsOthers = showsOthers || others.showsOthers
        return names
    }

    /// Whether no value may be shown.
    var isEmpty: Bool { names.isEmpty && !showsOthers }

    func contains(_ name: String) -> Bool {
        !redacted.contains(name) && (names.contains(name) || showsOthers && !Self.suggestsSecret(name))
    }

    private static func suggestsSecret(_ name: String) -> Bool {
        let word = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return secretWords.contains(word) || word.hasSuffix("key") || secretParts.contains { word.contains($0) }
    }

    /// Whole names without separators. `code` is a secret, because it is exchanged for tokens (RFC 6749 section 4.1.2).
    private static var secretWords: Set<String> {
        ["auth", "code", "hmac", "jwt", "nonce", "otp", "pass", "pin", "pwd", "sid", "sig", "ticket"]
    }

    private static var secretParts: [String] {
        [
            "accesskey", "apikey", "assertion", "authorization", "cookie", "credential", "passcode", "passphrase",
            "password", "passwd", "privatekey", "secret", "session", "signature", "subscriptionkey", "token",
            "verifier",
        ]
    }
}
