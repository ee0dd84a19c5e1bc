import Foundation
import GRDB

/// The tables, as the list of steps that create them. Never change a step that was released, because existing databases
/// have taken it. Add another one instead.
struct Schema: Sendable {
    let steps: [SchemaStep]

    /// What must not be lost: sessions, transfers and the outbox.
    static var store: Schema { Schema(steps: [.createStore, .addOutbox, .addConditions, .addUploads, .addSessionID]) }

    /// What can be fetched again.
    static var cache: Schema { Schema(steps: [.createCache, .addShifts, .addResponses]) }

    /// Takes the missing steps. Each runs in its own transaction, which also records that the step was taken.
    func migrate(_ pool: DatabasePool) throws {
        while true {
            let taken = try pool.read(takenSteps)
            do {
                return try migrator.migrate(pool)
            } catch {
                // If two processes open an old file at once, both may find a step missing, and the later one fails
                // because the step is done. So try again while the number of taken steps grows, which ends the loop.
                guard try pool.read(takenSteps).count > taken.count else { throw error }
            }
        }
    }

    /// Whether the database has taken steps that are not in this list.
    func isOlder(than db: Database) throws -> Bool {
        try migrator.hasBeenSuperseded(db)
    }

    /// Whether a newer version has migrated a database that this list had migrated before. One cached statement, because
    /// every transaction begins with it.
    func isOutdated(in db: Database) throws -> Bool {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT COUNT(*) FROM grdb_migrations")) != steps.count
    }

    /// Whether a prerelease has created the database. The steps of this list can't continue it.
    func hasPrereleaseSteps(in db: Database) throws -> Bool {
        try migrator.appliedIdentifiers(db).contains("2 create sign_in")
    }

    func takenSteps(in db: Database) throws -> Set<String> {
        try migrator.appliedIdentifiers(db)
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
    /// Creates the tables of the first version, which had the records too. `STRICT` makes SQLite enforce the types of
    /// columns.
    ///
    /// An account owns its session: any statement that deletes the account's row deletes the session too. A transfer's
    /// id is never used again, because a script may still contain it.
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
                        reason TEXT -- of a failed or waiting transfer
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
                        fetched_at INTEGER NOT NULL,
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

    /// Adds the outbox. The records of the first version are removed, because they now have a file of their own
    /// (``createCache``), which servers fill again. Some stores took the first step without these tables.
    static var addOutbox: SchemaStep {
        SchemaStep(name: "add outbox") { db in
            try db.execute(
                sql: """
                    DROP TRIGGER IF EXISTS account_removed;
                    DROP TABLE IF EXISTS records;
                    DROP TABLE IF EXISTS lists;
                    CREATE TABLE outbox (
                        number INTEGER PRIMARY KEY AUTOINCREMENT, -- their order; never used again
                        id TEXT NOT NULL UNIQUE, -- the idempotency key
                        server TEXT NOT NULL,
                        user_id TEXT NOT NULL, -- empty for a guest
                        lane TEXT NOT NULL,
                        kind TEXT NOT NULL,
                        version INTEGER NOT NULL, -- of the payload's format
                        payload BLOB NOT NULL,
                        created_at INTEGER NOT NULL, -- microseconds since 1970, as all times
                        state TEXT NOT NULL, -- open, sealed or parked
                        reason TEXT, -- of a parked entry
                        attempts INTEGER NOT NULL,
                        not_before INTEGER,
                        method TEXT, -- NULL in an open entry, as the rest
                        path TEXT,
                        content_type TEXT,
                        body BLOB,
                        sealed_at INTEGER
                    ) STRICT;
                    CREATE INDEX outbox_by_lane ON outbox (server, user_id, lane, number);
                    CREATE TRIGGER account_removed AFTER DELETE ON accounts BEGIN
                        DELETE FROM outbox WHERE server = OLD.server AND user_id = OLD.user_id;
                    END;
                    """)
        }
    }

    /// Adds the conditions of requests, and keys of their own. A request that was sealed before has its entry's id as its
    /// key (`request_key` is NULL).
    static var addConditions: SchemaStep {
        SchemaStep(name: "add conditions") { db in
            try db.execute(
                sql: """
                    ALTER TABLE outbox ADD COLUMN request_key TEXT;
                    ALTER TABLE outbox ADD COLUMN if_match TEXT;
                    """)
        }
    }

    /// Adds uploads and priorities to the transfers, which were all downloads.
    static var addUploads: SchemaStep {
        SchemaStep(name: "add uploads") { db in
            try db.execute(
                sql: """
                    ALTER TABLE transfers RENAME COLUMN source TO url;
                    ALTER TABLE transfers ADD COLUMN upload TEXT; -- the source of an upload as JSON
                    ALTER TABLE transfers ADD COLUMN priority INTEGER NOT NULL DEFAULT 1; -- 0 is low, 2 is high
                    ALTER TABLE transfers ADD COLUMN location TEXT; -- of a done upload
                    """)
        }
    }

    /// Adds the id by which a logout finds the session that it ends.
    static var addSessionID: SchemaStep {
        SchemaStep(name: "add session id") { db in
            try db.execute(sql: "ALTER TABLE auth_session ADD COLUMN id TEXT NOT NULL DEFAULT ''")
            try db.execute(sql: "UPDATE auth_session SET id = ?", arguments: [UUID().uuidString])
        }
    }

    /// Adds how often a list has shifted on the server, and how often it had shifted when each record was saved.
    static var addShifts: SchemaStep {
        SchemaStep(name: "add shifts") { db in
            for table in ["lists", "records"] {
                try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN shifts INTEGER NOT NULL DEFAULT 0")
            }
        }
    }

    /// Adds how many responses have been saved in a list, and how many had been when a record was saved.
    static var addResponses: SchemaStep {
        SchemaStep(name: "add responses") { db in
            try db.execute(
                sql: """
                    ALTER TABLE lists ADD COLUMN responses INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE lists ADD COLUMN removed INTEGER NOT NULL DEFAULT 0; -- responses when one removed a record
                    ALTER TABLE records ADD COLUMN saved INTEGER NOT NULL DEFAULT 0;
                    """)
        }
    }

    /// Creates the tables of records. A record is JSON, so that a new kind or a new field needs no step.
    static var createCache: SchemaStep {
        SchemaStep(name: "create cache") { db in
            try db.execute(
                sql: """
                    CREATE TABLE lists (
                        server TEXT NOT NULL,
                        user_id TEXT NOT NULL, -- empty for data of everyone
                        kind TEXT NOT NULL,
                        revision INTEGER NOT NULL, -- counts what was appended and removed
                        total INTEGER, -- NULL until a part of the list is saved
                        fetched_at INTEGER, -- microseconds since 1970
                        PRIMARY KEY (server, user_id, kind)
                    ) STRICT;
                    CREATE TABLE records (
                        server TEXT NOT NULL,
                        user_id TEXT NOT NULL,
                        kind TEXT NOT NULL,
                        position INTEGER, -- in the list, counted from 0; NULL for a record that was read by itself
                        id TEXT NOT NULL,
                        json BLOB NOT NULL,
                        fetched_at INTEGER NOT NULL,
                        PRIMARY KEY (server, user_id, kind, id)
                    ) STRICT;
                    CREATE INDEX records_by_position ON records (server, user_id, kind, position);
                    """)
        }
    }
}
