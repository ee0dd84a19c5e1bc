import GRDB
import Hummingbird

/// Lays the routes. The order of the middleware is the order in which a request passes it.
enum BackendRouter {
    static func make(
        _ configuration: BackendConfiguration, _ database: DatabasePool, _ sessions: SessionStore,
        _ passwords: PasswordHasher, _ links: Links
    ) -> (router: Router<BackendRequestContext>, table: RouteTable) {
        let users = UserStore(database: database, now: configuration.now)
        let avatars = AvatarStore(database: database, now: configuration.now)
        let bodies = JSONBodyReader(limit: configuration.limits.jsonBody)
        let upload = AvatarUpload(limit: configuration.limits.avatar, pixelLimit: configuration.limits.avatarPixels)
        let answers = AnswerStore(database: database, limits: configuration.limits, now: configuration.now)

        let table = RouteTable()
        let router = Router(context: BackendRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestIDMiddleware())
        let faults =
            configuration.faults
            ? FaultPanel.standard(sessions: sessions, bodies: bodies, now: configuration.now) : nil
        faults?.watch(router)
        router.add(middleware: ProblemMiddleware(routes: table))
        faults?.addControls(to: router)

        // What a route asks for is in its group's type: a handler of the members' group cannot be reached without a
        // token, one of the admins' group not without an admin's.
        let members = router.group().add(middleware: BearerMiddleware(sessions: sessions))
            .group(context: MemberContext.self)
            .add(middleware: IdempotencyMiddleware(answers: answers, limit: upload.bodyLimit))
        let admins = members.group(context: AdminContext.self)
        let legacy = router.group().add(middleware: LegacyNotice()).add(
            middleware: BearerMiddleware(sessions: sessions)
        )
        .group(context: MemberContext.self)

        HealthRoutes().add(to: router)
        AuthRoutes(
            users: users, sessions: sessions, passwords: passwords,
            logins: LoginLimiter(limits: configuration.limits, now: configuration.now), bodies: bodies, links: links
        ).add(to: router, members: members)
        OAuthRoutes(sessions: sessions, client: configuration.oauthClient, limit: configuration.limits.jsonBody)
            .add(to: router)
        UserRoutes(users: users, bodies: bodies, links: links).add(to: members, admins: admins)
        LegacyUserRoutes(users: users).add(to: legacy)
        AvatarRoutes(users: users, avatars: avatars, links: links, upload: upload).add(to: members)
        FileRoutes(limit: configuration.limits.sampleFile).add(to: members)
        OpenAPIRoutes(document: OpenAPIDocument(limits: configuration.limits, faults: configuration.faults))
            .add(to: router)
        table.fill(from: router)
        return (router, table)
    }
}
