import GRDB

/// The tables, as the list of steps that create them. Never change a step that was released, because existing databases
/// have taken it. Add another one instead.
struct Schema: Sendable {
    let steps: [SchemaStep]

    /// The schema of this version.
    static var current: Schema { Schema(steps: [.createStore]) }

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

    /// Whether the database was made before the first version of the schema, whose steps are not these.
    func isTooNew(for db: Database) throws -> Bool {
        try migrator.appliedIdentifiers(db).contains("2 create sign_in")
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

extension SchemaStep {
    /// Creates all tables of the first version. `STRICT` makes SQLite enforce the types of columns.
    ///
    /// An account owns its session and its records: any statement that deletes its row deletes these too. A record is
    /// JSON, so that a new kind or a new field needs no step. A transfer's id is never used again, because a script may
    /// still contain it.
    static var createStore: SchemaStep {
        SchemaStep(name: "create store") { db in
            try db.execute(
                sql: """
                    CREATE TABLE accounts (
                        server TEXT NOT NULL,
                        user_id TEXT NOT NULL,
                        ended INTEGER, -- the order in which sessions ended; NULL while the session is stored
                        PRIMARY KEY (server, user_id)
                    ) STRICT;
                    CREATE TABLE auth_session (
                        slot INTEGER NOT NULL PRIMARY KEY CHECK (slot = 1),
                        server TEXT NOT NULL,
                        user_id TEXT NOT NULL,
                        role TEXT NOT NULL,
                        access_token TEXT NOT NULL,
                        refresh_token TEXT,
                        access_expires_at INTEGER, -- microseconds since 1970
                        FOREIGN KEY (server, user_id) REFERENCES accounts ON DELETE CASCADE
                    ) STRICT;
                    CREATE TABLE transfers (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        source TEXT NOT NULL,
                        file TEXT NOT NULL,
                        account TEXT,
                        state TEXT NOT NULL,
                        length INTEGER, -- of a done transfer, in bytes
                        reason TEXT -- of a failed transfer
                    ) STRICT;
                    CREATE TABLE lists (
                        server TEXT NOT NULL,
                        user_id TEXT NOT NULL, -- empty for data of everyone
                        kind TEXT NOT NULL,
                        total INTEGER NOT NULL,
                        fetched_at INTEGER NOT NULL, -- microseconds since 1970
                        PRIMARY KEY (server, user_id, kind)
                    ) STRICT;
                    CREATE TABLE records (
                        server TEXT NOT NULL,
                        user_id TEXT NOT NULL,
                        kind TEXT NOT NULL,
                        position INTEGER NOT NULL, -- in the list, counted from 0
                        id TEXT NOT NULL,
                        json BLOB NOT NULL,
                        fetched_at INTEGER NOT NULL, -- microseconds since 1970
                        PRIMARY KEY (server, user_id, kind, id),
                        FOREIGN KEY (server, user_id, kind) REFERENCES lists ON DELETE CASCADE
                    ) STRICT;
                    CREATE INDEX records_by_position ON records (server, user_id, kind, position);
                    CREATE TRIGGER account_removed AFTER DELETE ON accounts BEGIN
                        DELETE FROM lists WHERE server = OLD.server AND user_id = OLD.user_id;
                    END;
                    """)
        }
    }
}
