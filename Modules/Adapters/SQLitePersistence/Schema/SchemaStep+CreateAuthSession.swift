import GRDB

extension SchemaStep {
    /// Creates the table of the one auth session. It refers to no other table, because copies may be deleted at any time.
    /// ``renameAuthSession`` gives the table its current name.
    static var createAuthSession: SchemaStep {
        SchemaStep(name: "2 create sign_in") { db in
            try db.execute(
                sql: """
                    CREATE TABLE sign_in (
                        slot INTEGER NOT NULL PRIMARY KEY CHECK (slot = 1),
                        server TEXT NOT NULL,
                        user_id TEXT NOT NULL,
                        role TEXT NOT NULL,
                        access_token TEXT NOT NULL,
                        refresh_token TEXT NOT NULL,
                        access_expires_at INTEGER NOT NULL -- microseconds since 1970
                    ) STRICT;
                    """)
        }
    }
}
