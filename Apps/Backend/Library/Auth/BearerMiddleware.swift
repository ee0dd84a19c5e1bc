import HTTPTypes
import Hummingbird

/// Authenticates requests by their access token, which it reads from the `Authorization` header only (RFC 6750,
/// section 2.1).
///
/// A request without a token passes without a caller. A request with an invalid token is refused, unless the route
/// reports the error in its own format.
struct BearerMiddleware: RouterMiddleware {
    typealias Context = BackendRequestContext

    let sessions: SessionStore
    var refusesInvalidTokens = true

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let header = request.headers[.authorization] {
            if let token = Self.token(in: header) { context.caller = try await sessions.caller(of: token) }
            if context.caller == nil, refusesInvalidTokens { throw Problem.invalidToken }
        }
        return try await next(request, context)
    }

    private static func token(in header: String) -> OpaqueToken? {
        let words = header.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return OpaqueToken(text: String(words[1]))
    }
}
