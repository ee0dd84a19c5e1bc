import GRDB

extension SchemaStep {
    /// The one sign-in of this machine. It names no row of `users`: the copies there may be thrown away at any time.
    static var createSignIn: SchemaStep {
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
