import GRDB

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
