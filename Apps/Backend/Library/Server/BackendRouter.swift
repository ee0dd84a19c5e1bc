import Hummingbird

/// Builds the router. Requests pass the middleware in the order in which it is added.
enum BackendRouter {
    static func make(
        _ dependencies: ResourceDependencies
    ) throws -> (router: Router<BackendRequestContext>, table: RouteTable, document: OpenAPIDocument) {
        let faults = dependencies.configuration.faults ? FaultPanel.standard(dependencies) : nil
        var resources = try resources(dependencies) + dependencies.configuration.additionalResources(dependencies)
        if let faults { resources.append(faults) }
        let description = OpenAPIRoutes(describing: resources)
        resources.append(description)

        let table = RouteTable()
        let router = Router(context: BackendRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestIDMiddleware())
        faults?.watch(router)
        router.add(middleware: ProblemMiddleware(routes: table))
        router.add(middleware: BookErrorMiddleware(routes: table))  // feature: Books
        let groups = groups(router, dependencies)
        for resource in resources { resource.addRoutes(to: groups) }
        table.fill(from: router)
        return (router, table, description.document)
    }

    private static func resources(_ dependencies: ResourceDependencies) throws -> [any Resource] {
        [
            HealthRoutes(),
            AuthRoutes(dependencies),
            OAuthRoutes(dependencies),
            AccountRoutes(links: dependencies.links),
            FileRoutes(limit: dependencies.limits.sampleFile),
            TimeEntryRoutes(dependencies),  // feature: TimeEntries
            UserRoutes(dependencies),  // feature: Users
            LegacyUserRoutes(users: dependencies.users),  // feature: Users
            AvatarRoutes(dependencies),  // feature: Uploads
            FeedbackRoutes(dependencies),  // feature: Feedback
            ProductRoutes(dependencies),  // feature: Products
            BookRoutes(dependencies),  // feature: Books
            try GraphQLRoutes(dependencies),  // feature: Reviews
        ]
    }

    private static func groups(
        _ router: Router<BackendRequestContext>, _ dependencies: ResourceDependencies
    ) -> RouteGroups {
        let bearer = BearerMiddleware(sessions: dependencies.sessions)
        let store = IdempotencyStore(
            database: dependencies.database, limits: dependencies.limits, now: dependencies.now)
        let guestBodyLimit = dependencies.bodies.limit
        let memberBodyLimits = [
            guestBodyLimit,
            AvatarUpload(dependencies.limits).bodyLimit,  // feature: Uploads
        ]
        let members = router.group().add(middleware: bearer).group(context: MemberContext.self)
            .add(
                middleware: IdempotencyMiddleware(store: store, limit: memberBodyLimits.reduce(0, max)) {
                    $0.caller.user.id
                })
        return RouteGroups(
            open: router,
            guests: router.group().add(middleware: bearer).group(context: GuestContext.self)
                .add(middleware: IdempotencyMiddleware(store: store, limit: guestBodyLimit) { $0.caller?.user.id }),
            // feature: Reviews begin
            graphQL: router.group()
                .add(middleware: BearerMiddleware(sessions: dependencies.sessions, refusesInvalidTokens: false))
                .group(context: GuestContext.self)
                .add(
                    middleware: IdempotencyMiddleware(store: store, limit: dependencies.limits.graphQLForm) {
                        $0.caller?.user.id
                    }),
            // feature: Reviews end
            members: members, admins: members.group(context: AdminContext.self),
            legacyMembers: router.group().add(middleware: LegacyNotice()).add(middleware: bearer)
                .group(context: MemberContext.self))
    }
}
