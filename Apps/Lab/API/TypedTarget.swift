import CommandLine
import Foundation
import Networking
import Primitives

struct TypedTarget: Equatable {
    let base: URL
    let path: String
    /// Whether the target is a path, and so belongs to the configured API.
    let isOwnAPI: Bool

    /// - Parameter text: a path that begins with a slash, or an absolute URL.
    init(_ text: String, baseURL: URL) throws(Failure) {
        if Self.isPath(text) {
            guard text.utf8.allSatisfy(Self.isAllowed) else { throw Self.refused(text) }
            try Self.checkEscapes(of: text)
            self.init(base: baseURL, path: Self.withoutFragment(text), isOwnAPI: true)
            return
        }
        guard let separator = text.range(of: "://") else { throw Self.refused(text) }
        let rest = text[separator.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        guard !rest[..<end].contains("@") else {
            // The message does not repeat the target, because it may contain a password.
            throw Failure(
                "The target must not contain a user name or password. Use --auth basic --user NAME instead.",
                .usage)
        }
        // A host may contain non-ASCII letters, which Foundation converts to their xn-- form.
        guard rest[end...].utf8.allSatisfy(Self.isAllowed), let base = URL(string: String(text[..<end])) else {
            throw Self.refused(text)
        }
        do throws(InvalidAddress) {
            _ = try Origin(of: base)
        } catch {
            throw Failure("The target must \(error.requirement)", .usage)
        }
        try Self.checkEscapes(of: String(rest[end...]))
        let path = Self.withoutFragment(String(rest[end...]))
        self.init(base: base, path: path.hasPrefix("/") ? path : "/" + path, isOwnAPI: false)
    }

    /// Whether the text is a path, and so belongs to the configured API.
    static func isPath(_ text: String) -> Bool { text.hasPrefix("/") && !text.hasPrefix("//") }

    private init(base: URL, path: String, isOwnAPI: Bool) {
        (self.base, self.path, self.isOwnAPI) = (base, path, isOwnAPI)
    }

    func adding(_ items: [QueryItem]) -> TypedTarget {
        guard !items.isEmpty else { return self }
        let pairs = items.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.joined(separator: "&")
        return TypedTarget(base: base, path: path + (path.contains("?") ? "&" : "?") + pairs, isOwnAPI: isOwnAPI)
    }

    /// This target with the base URL's path moved into ``path``, so that a page outside that path can be requested too.
    var withWholePath: TypedTarget {
        guard var address = URLComponents(url: base, resolvingAgainstBaseURL: false) else { return self }
        var prefix = address.percentEncodedPath
        while prefix.hasSuffix("/") { prefix.removeLast() }
        address.percentEncodedPath = ""
        return TypedTarget(base: address.url ?? base, path: prefix + path, isOwnAPI: isOwnAPI)
    }

    /// A fragment is never sent (RFC 9110 section 4.2.5).
    private static func withoutFragment(_ text: String) -> String {
        String(text.prefix { $0 != "#" })
    }

    /// Characters that a URL can't contain must be typed percent-encoded. Guessing could send a target that the
    /// user did not intend.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !#""<>\^`{|}"#.utf8.contains(byte)
    }

    private static func checkEscapes(of text: String) throws(Failure) {
        guard text.hasOnlyWholeEscapes else {
            throw Failure(
                "The target contains a % without two hexadecimal digits after it. Write %25 for a literal %.", .usage)
        }
    }

    private static func encode(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static func refused(_ text: String) -> Failure {
        // A query, a fragment or user information can contain a secret.
        let shown = text.contains("@") ? "" : " \(text.prefix { $0 != "?" && $0 != "#" })"
        return Failure(
            "The target\(shown) is not valid. Use a path such as /v2/health, or an http or https URL, and percent-encode "
                + "spaces and other special characters.", .usage)
    }
}
