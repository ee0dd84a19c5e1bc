import Foundation
import HTTPTypes
import Hummingbird

/// The token refresh of RFC 6749, section 6, for OAuth clients. Tokens and rules are the same as at `/v2/auth/refresh`.
struct OAuthRoutes: Resource {
    let backend: Dependencies

    func addRoutes(to groups: RouteGroups) {
        groups.open.post("oauth/token", use: token)
    }

    @Sendable private func token(_ request: Request, _ context: BackendRequestContext) async throws -> Reply {
        do {
            return try TokenBody(try await refresh(request)).reply
        } catch let error as OAuthError {
            return try error.reply
        }
    }

    private func refresh(_ request: Request) async throws -> TokenPair {
        guard request.contentType?.value == "application/x-www-form-urlencoded" else {
            throw OAuthError.invalidRequest("The body must be application/x-www-form-urlencoded.")
        }
        let text = String(buffer: try await request.bytes(limit: Request.fieldsLimit))
        guard let form = QueryFields(form: text) else { throw OAuthError.invalidRequest("The form is malformed.") }
        try authenticate(request.headers[.authorization], form)
        guard let grant = form.value("grant_type") else { throw OAuthError.invalidRequest("grant_type is missing.") }
        guard grant == "refresh_token" else { throw OAuthError.unsupportedGrantType }
        guard let text = form.value("refresh_token") else {
            throw OAuthError.invalidRequest("refresh_token is missing.")
        }
        guard let token = OpaqueToken(text: text), case .rotated(let pair) = try await backend.sessions.rotate(token)
        else { throw OAuthError.invalidGrant }
        return pair
    }

    /// RFC 6749, section 2.3.1: the credentials are in the `Authorization` header or in the form, never in both.
    private func authenticate(_ authorization: String?, _ form: QueryFields) throws(OAuthError) {
        let (id, secret) = (form.value("client_id"), form.value("client_secret"))
        guard let authorization else {
            guard isClient(id, secret) else { throw .invalidClient }
            return
        }
        guard secret == nil else { throw .invalidRequest("The request has client credentials twice.") }
        guard let basic = Self.basic(authorization), isClient(basic.id, basic.secret) else { throw .invalidClient }
        guard id == nil || id == basic.id else { throw .invalidRequest("The form names another client.") }
    }

    /// There is one client, whose secret is public.
    private func isClient(_ id: String?, _ secret: String?) -> Bool {
        id == BackendName.demoClient && secret == "punched-cards"
    }

    /// Reads Basic credentials, whose id and secret are form-encoded (RFC 6749, section 2.3.1).
    private static func basic(_ header: String) -> (id: String, secret: String)? {
        let words = header.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "basic", let data = Data(base64Encoded: String(words[1])),
            let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":"),
            let id = QueryFields.decode(text[..<colon]),
            let secret = QueryFields.decode(text[text.index(after: colon)...])
        else { return nil }
        return (id, secret)
    }
}

extension QueryFields {
    fileprivate func value(_ name: String) -> String? {
        self[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// An error response in the format of RFC 6749, section 5.2, which OAuth clients expect instead of problem details.
struct OAuthError: Error, Encodable, Equatable, Sendable {
    let error: String
    let errorDescription: String

    static func invalidRequest(_ explanation: String) -> Self {
        Self(error: "invalid_request", errorDescription: explanation)
    }
    static let invalidClient = Self(error: "invalid_client", errorDescription: "Unknown client or wrong secret.")
    static let invalidGrant = Self(
        error: "invalid_grant",
        errorDescription: "The refresh token is expired, revoked, used or unknown. Log in again.")
    static let unsupportedGrantType = Self(
        error: "unsupported_grant_type", errorDescription: "Only the grant type refresh_token is supported.")

    var reply: Reply {
        get throws {
            var headers: HTTPFields = [.cacheControl: "no-store"]
            guard self == .invalidClient else { return try .json(self, status: .badRequest, headers: headers) }
            headers[.wwwAuthenticate] = #"Basic realm="\#(BackendName.realm)", charset="UTF-8""#
            return try .json(self, status: .unauthorized, headers: headers)
        }
    }
}
