import GRDB

extension SchemaStep {
    /// Which process refreshes the tokens, and until when. Gone since ``dropRenewalTurn``.
    static var addRenewalTurn: SchemaStep {
        SchemaStep(name: "3 add renewal turn") { db in
            try db.execute(
                sql: """
                    ALTER TABLE sign_in ADD COLUMN renewal_holder TEXT;
                    ALTER TABLE sign_in ADD COLUMN renewal_ends_at INTEGER; -- microseconds since 1970
                    """)
        }
    }
}
