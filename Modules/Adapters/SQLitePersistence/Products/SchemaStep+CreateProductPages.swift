import GRDB

extension SchemaStep {
    /// Creates the tables of catalog pages, by server. They have no column for an account, because the catalog is
    /// public and survives a logout.
    static var createProductPages: SchemaStep {
        SchemaStep(name: "8 create product pages") { db in
            try db.execute(
                sql: """
                    CREATE TABLE product_pages (
                        server TEXT NOT NULL,
                        number INTEGER NOT NULL,
                        size INTEGER NOT NULL,
                        total INTEGER NOT NULL,
                        stored_at INTEGER NOT NULL, -- microseconds since 1970
                        PRIMARY KEY (server, number, size)
                    ) STRICT;
                    CREATE TABLE product_page_items (
                        server TEXT NOT NULL,
                        number INTEGER NOT NULL,
                        size INTEGER NOT NULL,
                        position INTEGER NOT NULL,
                        id TEXT NOT NULL,
                        sku TEXT NOT NULL,
                        name TEXT NOT NULL,
                        amount TEXT NOT NULL, -- decimal, because a REAL is not exact
                        currency TEXT NOT NULL,
                        details TEXT,
                        created_at INTEGER NOT NULL, -- microseconds since 1970
                        PRIMARY KEY (server, number, size, position),
                        FOREIGN KEY (server, number, size) REFERENCES product_pages ON DELETE CASCADE
                    ) STRICT;
                    CREATE INDEX product_page_items_by_id ON product_page_items (server, id);
                    """)
        }
    }
}
