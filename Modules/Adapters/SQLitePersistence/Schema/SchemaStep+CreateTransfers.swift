import GRDB

extension SchemaStep {
    /// Creates the queue of transfers. An id is never used again, because a script may still contain it.
    static var createTransfers: SchemaStep {
        SchemaStep(name: "9 create transfers") { db in
            try db.execute(
                sql: """
                    CREATE TABLE transfers (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        source TEXT NOT NULL,
                        file TEXT NOT NULL,
                        account TEXT,
                        state TEXT NOT NULL,
                        length INTEGER, -- of a done transfer, in bytes
                        reason TEXT -- of a failed transfer
                    ) STRICT;
                    """)
        }
    }
}
