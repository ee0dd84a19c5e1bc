import GRDB
import HTTPTypes
import Hummingbird

/// Login, refresh and logout.
struct AuthRoutes: Resource {
    let backend: Dependencies

    init(_ backend: Dependencies) {
        self.backend = backend
    }

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("sessions", migrate: SessionStore.createTables)
    }

    func addRoutes(to groups: RouteGroups) {
        groups.open.post("v2/auth/login", use: logIn)
        groups.open.post("v2/auth/refresh", use: refresh)
        groups.members.post("v2/auth/logout", use: logOut)
    }

    @Sendable private func logIn(_ request: Request, _ context: BackendRequestContext) async throws -> Reply {
        var fields: BodyFields = try await request.json(limit: backend.limits.jsonBody)
        let email: String = fields.required("email", .any)
        let password: String = fields.required("password", .any)
        try fields.check()
        let user = try await backend.database.read { try User.filter(Column("email") == email).fetchOne($0) }
        // Only the demo accounts have a password.
        guard let user, DemoAccounts.all.contains(where: { $0.userID == user.id && $0.password == password }),
            let pair = try await backend.sessions.start(userID: user.id)
        else { throw Problem.invalidCredentials }
        return try response(TokenBody(pair, user: UserBody(user, backend.links)))
    }

    @Sendable private func refresh(_ request: Request, _ context: BackendRequestContext) async throws -> Reply {
        var fields: BodyFields = try await request.json(limit: backend.limits.jsonBody)
        let text: String = fields.required("refresh_token", .any)
        try fields.check()
        guard let token = OpaqueToken(text: text) else { throw Problem.invalidRefreshToken }
        switch try await backend.sessions.rotate(token) {
        case .rotated(let pair): return try response(TokenBody(pair))
        case .reused: throw Problem.refreshTokenReused
        case .unknown: throw Problem.invalidRefreshToken
        }
    }

    @Sendable private func logOut(_ request: Request, _ context: MemberContext) async throws -> Reply {
        let (session, moment) = (context.caller.sessionID, backend.now)
        return try await backend.write(context) { db in
            try SessionStore.revoke(db, session: session, at: moment)
            return .noContent
        }
    }

    /// RFC 6749, section 5.1: no cache may store tokens.
    private func response(_ body: TokenBody) throws -> Reply {
        try .json(body, headers: [.cacheControl: "no-store"])
    }
}
