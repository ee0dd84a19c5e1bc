import HTTPTypes
import Hummingbird

/// Login, refresh and logout.
struct AuthRoutes: Resource {
    let users: UserStore
    let sessions: SessionStore
    let passwords: PasswordHasher
    let logins: LoginLimiter
    let bodies: JSONBodyReader
    let links: Links

    init(_ dependencies: ResourceDependencies) {
        users = dependencies.users
        sessions = dependencies.sessions
        passwords = dependencies.passwords
        logins = LoginLimiter(limits: dependencies.limits, now: dependencies.now)
        bodies = dependencies.bodies
        links = dependencies.links
    }

    func addRoutes(to groups: RouteGroups) {
        groups.open.post("v2/auth/login", use: logIn)
        groups.open.post("v2/auth/refresh", use: refresh)
        groups.members.post("v2/auth/logout", use: logOut)
    }

    @Sendable private func logIn(
        _ request: Request, _ context: BackendRequestContext
    ) async throws -> some ResponseGenerator {
        let body = try await bodies.read(LoginBody.self, from: request)
        var fields = FieldReader()
        let email = fields.required("email", body.email, expected: "a string")
        let password = fields.required("password", body.password, expected: "a string")
        guard let email, let password, fields.errors.isEmpty else { throw Problem.validationFailed(fields.errors) }

        let attempt = logins.attempt(email: email, address: context.channel.remoteAddress?.ipAddress)
        try logins.check(attempt)
        let user = try await users.find(email: email)
        let hash = user?.passwordHash.flatMap(PasswordHash.init(text:))
        let isRight = try await passwords.verify(password, against: hash) { [logins] check in
            try logins.verify(attempt, by: check)
        }
        guard isRight, let user, let pair = try await sessions.start(userID: user.id) else {
            throw Problem.invalidCredentials
        }
        return response(TokenBody(pair, user: UserBodyV2(user, links: links)))
    }

    @Sendable private func refresh(
        _ request: Request, _ context: BackendRequestContext
    ) async throws -> some ResponseGenerator {
        let body = try await bodies.read(RefreshBody.self, from: request)
        var fields = FieldReader()
        let text = fields.required("refresh_token", body.refreshToken, expected: "a string")
        guard let text, fields.errors.isEmpty else { throw Problem.validationFailed(fields.errors) }
        guard let token = OpaqueToken(text: text) else { throw Problem.invalidRefreshToken }

        switch try await sessions.rotate(token) {
        case .rotated(let pair): return response(TokenBody(pair))
        case .reused: throw Problem.refreshTokenReused
        case .unknown: throw Problem.invalidRefreshToken
        }
    }

    @Sendable private func logOut(_ request: Request, _ context: MemberContext) async throws -> HTTPResponse.Status {
        try await sessions.revoke(sessionID: context.caller.sessionID)
        return .noContent
    }

    /// RFC 6749, section 5.1: no cache may store tokens.
    private func response(_ body: TokenBody) -> JSONResponse<TokenBody> {
        JSONResponse(body: body, headers: [.cacheControl: "no-store"])
    }
}
