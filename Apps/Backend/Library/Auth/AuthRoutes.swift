import GRDB
import HTTPTypes
import Hummingbird

struct AuthRoutes: Resource {
    let backend: Dependencies

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("sessions", migrate: SessionStore.createTables)
    }

    func addRoutes(to groups: RouteGroups) {
        groups.open.post("v2/auth/login", use: logIn)
        groups.open.post("v2/auth/refresh", use: refresh)
        groups.members.post("v2/auth/logout", use: logOut)
    }

    @Sendable private func logIn(_ request: Request, _ context: BackendRequestContext) async throws -> Reply {
        var fields = try await request.fields()
        let email: String = fields.required("email", .any)
        let password: String = fields.required("password", .any)
        try fields.check()
        let user = try await backend.database.read { try User.filter(Column("email") == email).fetchOne($0) }
        // Only the demo accounts have a password.
        guard let user, DemoAccount.all.contains(where: { $0.userID == user.id && $0.password == password }),
            let pair = try await backend.sessions.start(userID: user.id)
        else { throw Problem.invalidCredentials }
        return try TokenBody(pair, user: UserBody(user, backend.links)).reply
    }

    @Sendable private func refresh(_ request: Request, _ context: BackendRequestContext) async throws -> Reply {
        var fields = try await request.fields()
        let text: String = fields.required("refresh_token", .any)
        try fields.check()
        guard let token = OpaqueToken(text: text) else { throw Problem.invalidRefreshToken }
        switch try await backend.sessions.rotate(token) {
        case .rotated(let pair): return try TokenBody(pair).reply
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
}
