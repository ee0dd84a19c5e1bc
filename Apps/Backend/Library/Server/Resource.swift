import GRDB

/// The features of this server, one line each. Deleting a feature's folder and its line removes it.
enum Resources {
    static let all: [any Resource.Type] = [
        HealthRoutes.self,
        UserRoutes.self,
        AvatarRoutes.self,
        AuthRoutes.self,
        OAuthRoutes.self,
        IdempotencyStore.self,
        FileRoutes.self,
        UploadRoutes.self,
        TimeEntryRoutes.self,
        FeedbackRoutes.self,
        ProductRoutes.self,
        BookRoutes.self,
        ReviewRoutes.self,
    ]

    static func seed(_ db: Database) throws {
        for resource in all { try resource.seed(db) }
    }
}

/// One folder of this server: its routes, its tables, its demo data and its faults.
protocol Resource: Sendable {
    /// The names of its own fault switches, below `/faults`.
    static var faults: [String] { get }
    /// Registers its tables. Never change a released migration; add another one.
    static func migrate(_ migrator: inout DatabaseMigrator)
    /// Fills its empty tables with demo data. Later changes and deletions survive a restart.
    static func seed(_ db: Database) throws

    init(backend: Dependencies) throws
    /// Adds each route to the group whose callers may use it.
    func addRoutes(to groups: RouteGroups)
}

extension Resource {
    static var faults: [String] { [] }
    static func migrate(_ migrator: inout DatabaseMigrator) {}
    static func seed(_ db: Database) throws {}
    func addRoutes(to groups: RouteGroups) {}
}
