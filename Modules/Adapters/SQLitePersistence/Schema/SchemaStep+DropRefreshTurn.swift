import GRDB

extension SchemaStep {
    /// A lease by the wall clock lost sessions when a clock was set. A lock of the operating system has replaced it.
    static var dropRenewalTurn: SchemaStep {
        SchemaStep(name: "4 drop renewal turn") { db in
            try db.execute(
                sql: """
                    ALTER TABLE sign_in DROP COLUMN renewal_holder;
                    ALTER TABLE sign_in DROP COLUMN renewal_ends_at;
                    """)
        }
    }
}
