import GRDB

extension SchemaStep {
    /// Creates the tables of accounts' pages. Any statement that deletes an account's session deletes its pages too. An
    /// item is JSON, so that a new list or a new field of an item needs no step.
    static var createPages: SchemaStep {
        SchemaStep(name: "10 create pages") { db in
            try db.execute(
                sql: """
                    CREATE TABLE pages (
                        account_server TEXT NOT NULL,
                        account_id TEXT NOT NULL,
                        list TEXT NOT NULL,
                        number INTEGER NOT NULL,
                        size INTEGER NOT NULL,
                        total INTEGER NOT NULL,
                        stored_at INTEGER NOT NULL, -- microseconds since 1970
                        PRIMARY KEY (account_server, account_id, list, number, size),
                        FOREIGN KEY (account_server, account_id) REFERENCES auth_session (server, user_id)
                            ON DELETE CASCADE
                    ) STRICT;
                    CREATE TABLE page_items (
                        account_server TEXT NOT NULL,
                        account_id TEXT NOT NULL,
                        list TEXT NOT NULL,
                        number INTEGER NOT NULL,
                        size INTEGER NOT NULL,
                        position INTEGER NOT NULL,
                        id TEXT NOT NULL,
                        json BLOB NOT NULL,
                        PRIMARY KEY (account_server, account_id, list, number, size, position),
                        FOREIGN KEY (account_server, account_id, list, number, size) REFERENCES pages
                            ON DELETE CASCADE
                    ) STRICT;
                    """)
        }
    }
}
