import GRDB

extension SchemaStep {
    /// Creates the table of accounts, so that an account's data outlives its session. Tables of copies that referred to
    /// the auth session now refer to the account.
    ///
    /// SQLite can't change a reference, but renaming a table also renames the references to it. So the old table of the
    /// session becomes the table of accounts, and the session gets a new table.
    static var separateAccounts: SchemaStep {
        SchemaStep(name: "11 separate accounts") { db in
            try db.execute(
                sql: """
                    ALTER TABLE auth_session RENAME TO accounts;
                    DROP INDEX auth_session_by_account;
                    CREATE TABLE auth_session (
                        slot INTEGER NOT NULL PRIMARY KEY CHECK (slot = 1),
                        server TEXT NOT NULL,
                        user_id TEXT NOT NULL,
                        role TEXT NOT NULL,
                        access_token TEXT NOT NULL,
                        refresh_token TEXT,
                        access_expires_at INTEGER, -- microseconds since 1970
                        FOREIGN KEY (server, user_id) REFERENCES accounts (server, user_id) ON DELETE CASCADE
                    ) STRICT;
                    CREATE UNIQUE INDEX auth_session_by_account ON auth_session (server, user_id);
                    INSERT INTO auth_session
                        SELECT slot, server, user_id, role, access_token, refresh_token, access_expires_at FROM accounts;
                    CREATE TABLE new_accounts (
                        server TEXT NOT NULL,
                        user_id TEXT NOT NULL,
                        ended INTEGER, -- the order in which sessions ended; NULL while the session is stored
                        PRIMARY KEY (server, user_id)
                    ) STRICT;
                    INSERT INTO new_accounts SELECT server, user_id, NULL FROM accounts;
                    DROP TABLE accounts;
                    ALTER TABLE new_accounts RENAME TO accounts;
                    """)
        }
    }
}
