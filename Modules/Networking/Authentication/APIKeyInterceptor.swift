import Foundation
import HTTPTypes
public import Primitives

/// Adds a fixed API key to every call, in a header field or in the query.
///
/// The key is bound to one origin. A call to another origin fails before anything is sent, unless an outer interceptor
/// has withheld the credential (``Call/signing``). The interceptor has the same place in the pipeline as
/// ``AuthenticationInterceptor``; an app that uses both puts them next to each other.
///
/// Outer interceptors never see the key, not even in a response's target (``ServerResponse/target``). So a response
/// cache stores responses under URLs without the key. If the server repeats the key in a body or a field, the key is
/// cached with that response. The response to a call whose own query contains the key is not cached.
public struct APIKeyInterceptor: Interceptor {
    /// Where the server expects the key.
    public enum Place: Sendable, Hashable {
        /// A field of this name, such as `X-Api-Key`.
        case header(String)
        /// A query item of this name. Prefer a header if the server accepts both: servers and proxies log queries, and
        /// servers repeat them in links.
        case query(String)
    }

    private enum Signature: Sendable {
        case field(HTTPField.Name, Secret<String>)
        /// A query item, already percent-encoded.
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
                throw InvalidCredential(reason: "The name of the key's header field is not valid in HTTP.")
            }
            guard HTTPField.isValidValue(key.reveal()) else {
                throw InvalidCredential(reason: "The key has a character that is not allowed in a header field.")
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
            // A redirect's location may repeat the query with the key, and the key must not be sent twice.
            let unsigned = Self.removing(name, from: call.request.path ?? "/")
            var (requested, signed) = (call.request, call)
            requested.path = unsigned
            signed.request.path = Self.adding(name, value, to: unsigned)
            var response = try await next(signed)
            // Outer interceptors, such as a cache, get the requested target without the key. If an inner interceptor
            // has sent another request, its target may contain the key, so that target is dropped.
            response.target = response.target == RequestTarget(signed.request) ? RequestTarget(requested) : nil
            return response
        }
    }

    /// `path` without the query items of this name; unchanged if there are none.
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

/// Signs every call with a user name and a password (RFC 7617), both as UTF-8.
///
/// They are bound to one origin; see ``APIKeyInterceptor``, which has the same place in the pipeline.
public struct BasicAuthenticationInterceptor: Interceptor {
    private let origin: Origin
    private let value: Secret<String>

    /// Throws ``InvalidCredential`` for a user name with a colon, because the colon separates it from the password (RFC
    /// 7617 section 2), and for control characters in either.
    public init(user: String, password: Secret<String>, for origin: Origin) throws(InvalidCredential) {
        guard !user.contains(":") else {
            throw InvalidCredential(reason: "A user name for basic authentication can't have a colon.")
        }
        for text in [user, password.reveal()] where text.unicodeScalars.contains(where: Self.isControl) {
            throw InvalidCredential(reason: "A user name or password can't have control characters.")
        }
        self.origin = origin
        value = Secret("Basic " + Data("\(user):\(password.reveal())".utf8).base64EncodedString())
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        guard try call.mayCarryCredential(of: origin) else { return try await next(call) }
        return try await next(try call.carrying(value, in: .authorization))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}

extension Call {
    /// Whether the call may carry a credential of `origin`; `false` if an outer interceptor has withheld it. If the call
    /// goes to another origin and no interceptor has withheld the credential, throws
    /// ``NetworkError/Cause/foreignOrigin``.
    func mayCarryCredential(of origin: Origin) throws(NetworkError) -> Bool {
        guard signing == .allowed else { return false }
        guard self.origin == origin else { throw context.error(.foreignOrigin, request) }
        return true
    }

    /// The call with a secret in a header field. Throws if the secret is not a valid field value (RFC 9110 section
    /// 5.5), because HTTPTypes would replace the invalid characters and send a different secret.
    func carrying(_ secret: Secret<String>, in name: HTTPField.Name) throws(NetworkError) -> Call {
        let value = secret.reveal()
        guard HTTPField.isValidValue(value) else {
            throw context.error(
                .invalidRequest(reason: "The credential has a character that is not allowed in a header field."),
                request)
        }
        var call = self
        var field = HTTPField(name: name, value: value)
        // The mark of a secret (RFC 7541 section 7.1.3), by which diagnostics recognise it under a harmless name too.
        field.indexingStrategy = .disallow
        call.request.headerFields[fields: name] = [field]
        return call
    }
}
