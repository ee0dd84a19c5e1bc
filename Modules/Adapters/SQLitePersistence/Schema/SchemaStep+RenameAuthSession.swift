import GRDB

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
