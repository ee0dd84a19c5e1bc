import HTTPTypes
import Hummingbird

/// Finds out whose access token a request carries (RFC 6750, section 2.1: in the header, nowhere else).
struct BearerMiddleware: RouterMiddleware {
    typealias Context = BackendRequestContext

    let sessions: SessionStore

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let header = request.headers[.authorization] {
            guard let token = Self.token(in: header), let caller = try await sessions.caller(of: token) else {
                throw Problem.invalidToken
            }
            context.caller = caller
        }
        return try await next(request, context)
    }

    private static func token(in header: String) -> OpaqueToken? {
        let words = header.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return OpaqueToken(text: String(words[1]))
    }
}
