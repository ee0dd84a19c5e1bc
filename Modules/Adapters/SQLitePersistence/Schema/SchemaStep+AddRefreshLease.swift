import GRDB

extension SchemaStep {
    /// Adds which process refreshes the tokens, and until when. ``dropRefreshLease`` removes it again.
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
