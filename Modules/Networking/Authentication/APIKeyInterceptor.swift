import HTTPTypes
public import Primitives

/// Signs every call with a key that nothing renews, in a header field or in the query.
///
/// The key is bound to one origin when the link is made. A call that goes elsewhere fails before anything is sent, unless
/// whoever sent it there has withheld the credential (``Call/signing``). It stands where ``AuthenticationInterceptor``
/// stands in the chain, and an app that has both puts them next to each other.
///
/// Links further out never see the key, not in the target of an answer either (``ServerResponse/target``). So a response
/// cache keeps answers under what was asked for, without it. What a server repeats of the key in a body or a field is part
/// of its answer; the answer to a call that brings the key in a query of its own is not kept.
public struct APIKeyInterceptor: Interceptor {
    /// Where the server looks for the key.
    public enum Place: Sendable, Hashable {
        /// A field of this name, such as `X-Api-Key`.
        case header(String)
        /// A query item of this name. Servers and proxies log queries, and servers repeat them in links: choose a header
        /// where the server takes both.
        case query(String)
    }

    private enum Signature: Sendable {
        case field(HTTPField.Name, Secret<String>)
        /// Percent-encoded.
        case item(name: String, value: Secret<String>)
    }

    private let origin: Origin
    private let signature: Signature

    /// Throws ``InvalidCredential`` for an empty key or name, and for a header field that HTTP does not allow.
    public init(_ key: Secret<String>, in place: Place, for origin: Origin) throws(InvalidCredential) {
        guard !key.reveal().isEmpty else { throw InvalidCredential(reason: "The key is empty.") }
        self.origin = origin
        switch place {
        case .header(let name):
            guard let name = HTTPField.Name(name) else {
                throw InvalidCredential(reason: "The key's header has a name that HTTP does not allow.")
            }
            guard HTTPField.isValidValue(key.reveal()) else {
                throw InvalidCredential(reason: "The key has a character that can't stand in a header field.")
            }
            signature = .field(name, key)
        case .query(let name):
            guard !name.isEmpty else { throw InvalidCredential(reason: "The key's query item has no name.") }
            var (encodedName, encodedKey) = ("", "")
            PercentEncoding.segment.append(name, to: &encodedName)
            PercentEncoding.segment.append(key.reveal(), to: &encodedKey)
            signature = .item(name: encodedName, value: Secret(encodedKey))
        }
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        guard try call.mayCarryCredential(of: origin) else { return try await next(call) }
        switch signature {
        case .field(let name, let key): return try await next(try call.carrying(key, in: name))
        case .item(let name, let value):
            // One key, even where a redirect has brought the query back with the key in it.
            let unsigned = Self.removing(name, from: call.request.path ?? "/")
            var (asked, signed) = (call.request, call)
            asked.path = unsigned
            signed.request.path = Self.adding(name, value, to: unsigned)
            var response = try await next(signed)
            // Links further out, a cache among them, are told what was asked for, of which the key is no part. A link
            // further in that has asked for something else can have taken the key along.
            response.target = response.target == RequestTarget(signed.request) ? RequestTarget(asked) : nil
            return response
        }
    }

    /// `path` without the query items of this name; as it is where there are none.
    private static func removing(_ name: String, from path: String) -> String {
        guard let mark = path.firstIndex(of: "?") else { return path }
        let items = path[path.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        let others = items.filter { $0.prefix { $0 != "=" } != name }
        guard others.count < items.count else { return path }
        return path[..<mark] + (others.isEmpty ? "" : "?") + others.joined(separator: "&")
    }

    private static func adding(_ name: String, _ value: Secret<String>, to path: String) -> String {
        let separator = !path.contains("?") ? "?" : path.hasSuffix("?") || path.hasSuffix("&") ? "" : "&"
        return "\(path)\(separator)\(name)=\(value.reveal())"
    }
}
