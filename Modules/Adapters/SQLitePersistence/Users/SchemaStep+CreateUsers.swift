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
