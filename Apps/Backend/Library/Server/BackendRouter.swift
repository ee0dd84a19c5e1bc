import GRDB
import Hummingbird

/// Builds the router. Requests pass the middleware in the order in which it is added.
enum BackendRouter {
    static func make(
        _ configuration: BackendConfiguration, _ database: DatabasePool, _ sessions: SessionStore,
        _ passwords: PasswordHasher, _ links: Links
    ) throws -> (router: Router<BackendRequestContext>, table: RouteTable, document: OpenAPIDocument) {
        let (limits, now) = (configuration.limits, configuration.now)
        let users = UserStore(database: database, now: now)
        let bodies = JSONBodyReader(limit: limits.jsonBody)
        let upload = AvatarUpload(limit: limits.avatar, pixelLimit: limits.avatarPixels)
        let graphQLFaults = GraphQLFaults(bodies: bodies)
        let faults =
            configuration.faults
            ? FaultPanel.standard(sessions: sessions, bodies: bodies, graphQL: graphQLFaults, now: now) : nil

        var resources: [any Resource] = [
            HealthRoutes(),
            AuthRoutes(
                users: users, sessions: sessions, passwords: passwords,
                logins: LoginLimiter(limits: limits, now: now), bodies: bodies, links: links),
            OAuthRoutes(sessions: sessions, client: configuration.oauthClient, limit: limits.jsonBody),
            UserRoutes(users: users, bodies: bodies, links: links),
            LegacyUserRoutes(users: users),
            AvatarRoutes(
                users: users, avatars: AvatarStore(database: database, now: now), links: links, upload: upload),
            FileRoutes(limit: limits.sampleFile),
            FeedbackRoutes(database: database, limits: limits, bodies: bodies, now: now),
            ProductRoutes(products: ProductStore(database: database), bodies: bodies, links: links, now: now),
            TimeEntryRoutes(database: database, bodies: bodies, links: links),  // feature: TimeEntries
            BookRoutes(catalog: .standard, links: links),
            try GraphQLRoutes(
                catalog: .standard,
                reviews: ReviewStore(
                    database: database, feed: ReviewFeed(limit: limits.subscriptions), now: now),
                bodies: bodies, limits: limits, faults: graphQLFaults),
        ]
        if let faults { resources.append(faults) }
        let description = OpenAPIRoutes(describing: resources)
        resources.append(description)

        let table = RouteTable()
        let router = Router(context: BackendRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestIDMiddleware())
        faults?.watch(router)
        router.add(middleware: ProblemMiddleware(routes: table))
        router.add(middleware: BookErrorMiddleware(routes: table))
        let groups = groups(
            router, sessions, IdempotencyStore(database: database, limits: limits, now: now),
            guestBodyLimit: bodies.limit, memberBodyLimit: upload.bodyLimit, graphQLBodyLimit: limits.graphQLForm)
        for resource in resources { resource.addRoutes(to: groups) }
        table.fill(from: router)
        return (router, table, description.document)
    }

    private static func groups(
        _ router: Router<BackendRequestContext>, _ sessions: SessionStore, _ store: IdempotencyStore,
        guestBodyLimit: Int, memberBodyLimit: Int, graphQLBodyLimit: Int
    ) -> RouteGroups {
        let bearer = BearerMiddleware(sessions: sessions)
        let members = router.group().add(middleware: bearer).group(context: MemberContext.self)
            .add(middleware: IdempotencyMiddleware(store: store, limit: memberBodyLimit) { $0.caller.user.id })
        return RouteGroups(
            open: router,
            guests: router.group().add(middleware: bearer).group(context: GuestContext.self)
                .add(middleware: IdempotencyMiddleware(store: store, limit: guestBodyLimit) { $0.caller?.user.id }),
            graphQL: router.group().add(middleware: BearerMiddleware(sessions: sessions, refusesInvalidTokens: false))
                .group(context: GuestContext.self)
                .add(middleware: IdempotencyMiddleware(store: store, limit: graphQLBodyLimit) { $0.caller?.user.id }),
            members: members, admins: members.group(context: AdminContext.self),
            legacyMembers: router.group().add(middleware: LegacyNotice()).add(middleware: bearer)
                .group(context: MemberContext.self))
    }
}
