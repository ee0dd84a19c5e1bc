import GRDB

/// The tables, as the list of the steps that built them. A step that was ever released is never changed, only followed:
/// databases out there have taken it.
struct Schema: Sendable {
    let steps: [SchemaStep]

    /// What this version reads and writes.
    static var current: Schema {
        Schema(steps: [
            .createUsers, .createSignIn, .addRenewalTurn, .dropRenewalTurn, .addAccountOfUsers,
            .allowCredentialWithoutRefresh, .createProductPages,
        ])
    }

    /// Takes the missing steps, each in a transaction of its own, together with the note that it was taken.
    func migrate(_ pool: DatabasePool) throws {
        while true {
            let taken = try takenSteps(in: pool)
            do {
                return try migrator.migrate(pool)
            } catch {
                // Two processes that open an old file at once may both see a step missing. The later one's transaction
                // then fails on what the earlier one has done, and nothing is wrong. Whatever the reason was, another
                // attempt that begins further on can't go on for ever.
                guard try takenSteps(in: pool).count > taken.count else { throw error }
            }
        }
    }

    /// Whether the database has steps that this list doesn't know.
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
