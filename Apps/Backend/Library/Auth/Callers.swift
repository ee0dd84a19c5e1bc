import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Who may call a route. ``CallContext`` cannot be created for anyone else, so a handler that takes it is protected.
protocol Permission: Sendable {
    init(_ caller: Caller?) throws(Problem)
}

/// A member with a valid access token.
struct Caller: Sendable {
    let user: User
    let sessionID: String
}

extension Caller: Permission {
    init(_ caller: Caller?) throws(Problem) {
        guard let caller else { throw .missingToken }
        self = caller
    }
}

/// Everyone; `nil` for a guest.
extension Optional: Permission where Wrapped == Caller {
    init(_ caller: Caller?) { self = caller }
}

struct Administrator: Permission {
    init(_ caller: Caller?) throws(Problem) {
        guard try Caller(caller).user.role == .admin else { throw .forbidden }
    }
}

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

/// The context of a request after authentication.
struct CallContext<Who: Permission>: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let caller: Who
    /// `nil` for a guest.
    let callerID: String?
    let address: String?
    /// Set by ``IdempotencyMiddleware`` if the request has an idempotency key.
    var keyedRequest: KeyedRequest?

    init(context: BackendRequestContext) throws {
        coreContext = context.coreContext
        caller = try Who(context.caller)
        callerID = context.caller?.user.id
        address = context.channel?.remoteAddress?.ipAddress
    }

    /// The decoded `{id}` of the path.
    var pathID: String {
        get throws(Problem) {
            guard let id = parameters.get("id")?.removingPercentEncoding else { throw .notFound }
            return id
        }
    }
}

typealias GuestContext = CallContext<Caller?>
typealias MemberContext = CallContext<Caller>
typealias AdminContext = CallContext<Administrator>

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
    /// The same text for an unknown email and a wrong password, so that no response reveals who has an account.
    static let invalidCredentials = unauthorized(
        code: "invalid_credentials", title: "Invalid credentials", detail: "The email address or the password is wrong."
    )

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
        detail:
            "The refresh token has been used already, so it may have been stolen. Its session has ended. Log in again.")

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
