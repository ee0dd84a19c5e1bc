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

extension SchemaStep {
    /// Renames the table of the auth session and its index. SQLite also renames the references to it.
    ///
    /// SQLite can't rename an index, so the step creates it again.
    static var renameAuthSession: SchemaStep {
        SchemaStep(name: "7 rename sign_in to auth_session") { db in
            try db.execute(
                sql: """
                    ALTER TABLE sign_in RENAME TO auth_session;
                    DROP INDEX sign_in_by_account;
                    CREATE UNIQUE INDEX auth_session_by_account ON auth_session (server, user_id);
                    """)
        }
    }
}

extension SchemaStep {
    /// Adds columns for the process that refreshes tokens and the end of its lease. ``dropRefreshLease`` removes them.
    static var addRefreshLease: SchemaStep {
        SchemaStep(name: "3 add renewal turn") { db in
            try db.execute(
                sql: """
                    ALTER TABLE sign_in ADD COLUMN renewal_holder TEXT;
                    ALTER TABLE sign_in ADD COLUMN renewal_ends_at INTEGER; -- microseconds since 1970
                    """)
        }
    }
}

extension SchemaStep {
    /// Removes the lease of ``addRefreshLease``, which lost sessions when the wall clock was set. A lock of the
    /// operating system replaces it.
    static var dropRefreshLease: SchemaStep {
        SchemaStep(name: "4 drop renewal turn") { db in
            try db.execute(
                sql: """
                    ALTER TABLE sign_in DROP COLUMN renewal_holder;
                    ALTER TABLE sign_in DROP COLUMN renewal_ends_at;
                    """)
        }
    }
}

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
