import GRDB

/// The tables, as the list of steps that create them. Never change a step that was released, because existing databases
/// have taken it. Add another one instead.
struct Schema: Sendable {
    let steps: [SchemaStep]

    /// The schema of this version.
    static var current: Schema {
        Schema(steps: [
            .createUsers,
            .createAuthSession,
            .addRefreshLease,
            .dropRefreshLease,
            .addAccountOfUsers,
            .allowCredentialWithoutRefresh,
            .renameAuthSession,
            .createProductPages,
            .createTransfers,
            .createPages,
            .separateAccounts,
        ])
    }

    /// Takes the missing steps. Each runs in its own transaction, which also records that the step was taken.
    func migrate(_ pool: DatabasePool) throws {
        while true {
            let taken = try takenSteps(in: pool)
            do {
                return try migrator.migrate(pool)
            } catch {
                // If two processes open an old file at once, both may find a step missing, and the later one fails
                // because the step is done. So try again while the number of taken steps grows, which ends the loop.
                guard try takenSteps(in: pool).count > taken.count else { throw error }
            }
        }
    }

    /// Whether the database has taken steps that are not in this list.
    func isOlder(than db: Database) throws -> Bool {
        try migrator.hasBeenSuperseded(db)
    }

    private func takenSteps(in pool: DatabasePool) throws -> Set<String> {
        try pool.read { try migrator.appliedIdentifiers($0) }
    }

    private var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for step in steps { migrator.registerMigration(step.name, migrate: step.change) }
        return migrator
    }
}

/// One migration of the schema.
struct SchemaStep: Sendable {
    /// Recorded in the database when the step was taken.
    let name: String
    let change: @Sendable (Database) throws -> Void
}
