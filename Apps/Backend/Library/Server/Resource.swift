import GRDB
import HTTPTypes

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
        TimeEntryRoutes.self,
        FeedbackRoutes.self,
        ProductRoutes.self,
        BookRoutes.self,
        ReviewRoutes.self,
    ]
}

/// One folder of this server: its routes, its tables, its demo data and its faults.
protocol Resource: Sendable {
    /// The names of its own fault switches, below `/faults`.
    static var faults: [String] { get }
    /// Registers its tables. Never change a released migration; add another one.
    static func migrate(_ migrator: inout DatabaseMigrator)
    /// Fills its empty tables with demo data. Later changes and deletions survive a restart.
    static func seed(_ db: Database) throws

    init(_ backend: Dependencies) throws
    /// Adds each route to the group whose callers may use it.
    func addRoutes(to groups: RouteGroups)
}

extension Resource {
    static var faults: [String] { [] }
    static func migrate(_ migrator: inout DatabaseMigrator) {}
    static func seed(_ db: Database) throws {}
    func addRoutes(to groups: RouteGroups) {}
}

extension PersistableRecord {
    /// Inserts a row with a new id.
    /// - Throws: ``Problem/idTaken`` if the client's id is taken, or `duplicate` if another unique column is.
    func create(_ db: Database, orThrow duplicate: Problem = .idTaken) throws {
        do {
            try insert(db)
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY {
            throw Problem.idTaken
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw duplicate
        }
    }
}

extension Problem {
    static let idTaken = Problem(
        status: .conflict, code: "id_taken", title: "Id taken", detail: "This id is taken. Use a new UUID.",
        errors: [FieldError(field: "id", code: "taken", message: "This id is taken.")])
}
