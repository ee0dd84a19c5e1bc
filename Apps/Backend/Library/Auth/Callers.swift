import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The user who sent a request, according to its access token.
struct Caller: Sendable {
    let user: User
    /// The session that the access token belongs to.
    let sessionID: String
}

/// The context of a request before authentication.
struct BackendRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Set by the outermost middleware, and sent with every response.
    var requestID = ""
    /// Set by ``BearerMiddleware`` if the request has an access token.
    var caller: Caller?
    /// The connection, for the fault switches; `nil` in process.
    let channel: (any Channel)?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The context of a request that arrives without a connection.
    init(logger: Logger) {
        coreContext = CoreRequestContextStorage(source: InProcess(logger: logger))
        channel = nil
    }

    private struct InProcess: RequestContextSource {
        let logger: Logger
    }
}

/// A context behind authentication, for writes.
protocol CallerContext: RequestContext {
    /// `nil` for a guest.
    var callerID: String? { get }
    /// Set by ``IdempotencyMiddleware`` if the request has an idempotency key.
    var keyedRequest: KeyedRequest? { get set }
}

/// The context of routes that accept an access token but do not require one.
struct GuestContext: CallerContext, ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The member whose access token the request carries; `nil` for a guest.
    let caller: Caller?
    /// The client's IP address; `nil` without a connection.
    let address: String?
    var keyedRequest: KeyedRequest?

    var callerID: String? { caller?.user.id }

    init(context: BackendRequestContext) {
        coreContext = context.coreContext
        caller = context.caller
        address = context.channel?.remoteAddress?.ipAddress
    }
}

/// The context of routes that require a valid access token. It cannot be created without one, so a handler that takes
/// this type is protected.
struct MemberContext: CallerContext, ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let caller: Caller
    var keyedRequest: KeyedRequest?

    var callerID: String? { caller.user.id }

    init(context: BackendRequestContext) throws {
        guard let caller = context.caller else { throw Problem.missingToken }
        coreContext = context.coreContext
        self.caller = caller
    }
}

/// The context of routes for administrators.
struct AdminContext: CallerContext, ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let caller: Caller
    var keyedRequest: KeyedRequest?

    var callerID: String? { caller.user.id }

    init(context: MemberContext) throws {
        guard context.caller.user.role == .admin else { throw Problem.forbidden }
        coreContext = context.coreContext
        caller = context.caller
        keyedRequest = context.keyedRequest
    }
}

extension RequestContext {
    /// The decoded `{id}` of the path.
    var pathID: String {
        get throws(Problem) {
            guard let id = parameters.get("id")?.removingPercentEncoding else { throw .notFound }
            return id
        }
    }
}

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

extension Problem {
    /// The same text for an unknown email and a wrong password, because the response must not reveal which emails
    /// have an account.
    static let invalidCredentials = unauthorized(
        code: "invalid_credentials", title: "Invalid credentials", detail: "Email or password is wrong.")

    static let missingToken = unauthorized(
        code: "missing_token", title: "Authentication required", detail: "This resource requires an access token.")

    static let invalidToken = unauthorized(
        code: "invalid_token", title: "Invalid access token",
        detail: "The access token is expired, revoked or unknown.", challenge: #", error="invalid_token""#)

    static let invalidRefreshToken = unauthorized(
        code: "invalid_refresh_token", title: "Invalid refresh token",
        detail: "The refresh token is expired, revoked or unknown. Log in again.")

    static let refreshTokenReused = unauthorized(
        code: "refresh_token_reused", title: "Refresh token reused",
        detail: "The refresh token was used before, so it may be stolen. Its session has ended. Log in again.")

    static let forbidden = Problem(
        status: .forbidden, code: "forbidden", title: "Forbidden", detail: "Only an admin may do this.")

    /// Each 401 names the authentication scheme (RFC 9110, section 11.6.1), and an error only if a token was sent
    /// (RFC 6750, section 3.1).
    private static func unauthorized(code: String, title: String, detail: String, challenge: String = "") -> Problem {
        Problem(
            status: .unauthorized, code: code, title: title, detail: detail,
            headers: [.wwwAuthenticate: #"Bearer realm="\#(BackendName.realm)""# + challenge])
    }
}
