import GRDB

extension SchemaStep {
    /// Allows an access token without a refresh token or an expiry date (RFC 6749 section 5.1).
    ///
    /// SQLite can't drop a NOT NULL constraint, so the step creates the table again with its row. Tables of copies refer
    /// to the table by name.
    static var allowCredentialWithoutRefresh: SchemaStep {
        SchemaStep(name: "6 allow credential without refresh") { db in
            try db.execute(
                sql: """
                    CREATE TABLE new_sign_in (
                        slot INTEGER NOT NULL PRIMARY KEY CHECK (slot = 1),
                        server TEXT NOT NULL,
                        user_id TEXT NOT NULL,
                        role TEXT NOT NULL,
                        access_token TEXT NOT NULL,
                        refresh_token TEXT,
                        access_expires_at INTEGER -- microseconds since 1970
                    ) STRICT;
                    INSERT INTO new_sign_in
                        SELECT slot, server, user_id, role, access_token, refresh_token, access_expires_at FROM sign_in;
                    DROP TABLE sign_in;
                    ALTER TABLE new_sign_in RENAME TO sign_in;
                    CREATE UNIQUE INDEX sign_in_by_account ON sign_in (server, user_id);
                    """)
        }
    }
}
