import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The token refresh of RFC 6749, section 6, for OAuth clients. Tokens and rules are the same as at `/v2/auth/refresh`.
struct OAuthRoutes: Resource {
    let sessions: SessionStore
    let client: OAuthClient
    /// The largest form, in bytes.
    let limit: Int

    init(_ dependencies: ResourceDependencies) {
        sessions = dependencies.sessions
        client = dependencies.configuration.oauthClient
        limit = dependencies.limits.jsonBody
    }

    func addRoutes(to groups: RouteGroups) {
        groups.open.post("oauth/token", use: token)
    }

    @Sendable private func token(_ request: Request, _ context: BackendRequestContext) async throws -> Response {
        do {
            let body = TokenBody(try await refresh(request))
            return try JSONResponse(body: body, headers: [.cacheControl: "no-store"])
                .response(from: request, context: context)
        } catch let error as OAuthError {
            return try error.response()
        }
    }

    private func refresh(_ request: Request) async throws -> TokenPair {
        let form = try await form(of: request)
        try authenticate(request.headers[.authorization], form)
        guard let grant = form["grant_type"] else { throw OAuthError.invalidRequest("grant_type is missing.") }
        guard grant == "refresh_token" else { throw OAuthError.unsupportedGrantType }
        guard let text = form["refresh_token"] else { throw OAuthError.invalidRequest("refresh_token is missing.") }
        guard let token = OpaqueToken(text: text), case .rotated(let pair) = try await sessions.rotate(token) else {
            throw OAuthError.invalidGrant
        }
        return pair
    }

    private func form(of request: Request) async throws -> FormBody {
        let type = request.headers[.contentType].flatMap(MediaType.init)
        guard type?.essence == "application/x-www-form-urlencoded" else {
            throw OAuthError.invalidRequest("The body must be application/x-www-form-urlencoded.")
        }
        do {
            let text = String(buffer: try await request.body.collect(upTo: limit))
            guard let form = FormBody(text) else { throw OAuthError.invalidRequest("The form is malformed.") }
            return form
        } catch is NIOTooManyBytesError {
            throw Problem.contentTooLarge(limit: limit)
        }
    }

    /// RFC 6749, section 2.3.1: the credentials are in the `Authorization` header or in the form, never in both.
    private func authenticate(_ authorization: String?, _ form: FormBody) throws(OAuthError) {
        let inForm = form["client_id"].flatMap { id in form["client_secret"].map { (id, $0) } }
        guard let authorization else {
            guard let inForm, client.authenticates(id: inForm.0, secret: inForm.1) else { throw .invalidClient }
            return
        }
        guard form["client_secret"] == nil else { throw .invalidRequest("The request has client credentials twice.") }
        guard let basic = Self.basic(authorization), client.authenticates(id: basic.id, secret: basic.secret) else {
            throw .invalidClient
        }
        guard form["client_id"].map({ $0 == basic.id }) ?? true else {
            throw .invalidRequest("The form names another client.")
        }
    }

    /// Reads Basic credentials, whose id and secret are form-encoded (RFC 6749, section 2.3.1).
    private static func basic(_ header: String) -> (id: String, secret: String)? {
        let words = header.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "basic", let data = Data(base64Encoded: String(words[1])),
            let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":"),
            let id = FormBody.decode(text[..<colon]), let secret = FormBody.decode(text[text.index(after: colon)...])
        else { return nil }
        return (id, secret)
    }
}
