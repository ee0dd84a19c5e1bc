import GRDB

extension SchemaStep {
    /// Creates the table of copies of users. `STRICT` makes SQLite enforce the types of columns. Without a collation,
    /// texts are ordered by their bytes.
    static var createUsers: SchemaStep {
        SchemaStep(name: "1 create users") { db in
            try db.execute(
                sql: """
                    CREATE TABLE users (
                        id TEXT NOT NULL PRIMARY KEY,
                        name TEXT NOT NULL,
                        email TEXT NOT NULL,
                        role TEXT NOT NULL,
                        about TEXT,
                        avatar_url TEXT,
                        created_at INTEGER, -- microseconds since 1970
                        updated_at INTEGER -- microseconds since 1970
                    ) STRICT;
                    CREATE INDEX users_by_name ON users (name, id);
                    """)
        }
    }
}

extension SchemaStep {
    /// Makes copies of users belong to the account in `sign_in`. Any statement that deletes the account deletes them
    /// too.
    ///
    /// Earlier copies are discarded, because their rows don't name the account that they were fetched for. If a process
    /// was killed during a login, they may be another account's.
    static var addAccountOfUsers: SchemaStep {
        SchemaStep(name: "5 add account of users") { db in
            try db.execute(
                sql: """
                    CREATE UNIQUE INDEX sign_in_by_account ON sign_in (server, user_id);
                    DROP TABLE users;
                    CREATE TABLE users (
                        account_server TEXT NOT NULL,
                        account_id TEXT NOT NULL,
                        id TEXT NOT NULL,
                        name TEXT NOT NULL,
                        email TEXT NOT NULL,
                        role TEXT NOT NULL,
                        about TEXT,
                        avatar_url TEXT,
                        created_at INTEGER, -- microseconds since 1970
                        updated_at INTEGER, -- microseconds since 1970
                        PRIMARY KEY (account_server, account_id, id),
                        FOREIGN KEY (account_server, account_id) REFERENCES sign_in (server, user_id)
                            ON DELETE CASCADE
                    ) STRICT;
                    CREATE INDEX users_by_name ON users (account_server, account_id, name, id);
                    """)
        }
    }
}
