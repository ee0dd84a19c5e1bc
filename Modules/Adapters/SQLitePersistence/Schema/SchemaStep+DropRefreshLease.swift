import GRDB

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
