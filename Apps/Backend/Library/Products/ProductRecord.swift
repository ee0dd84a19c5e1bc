import GRDB

/// A product as stored. Products are created and deleted, never changed.
struct ProductRecord: Equatable, Sendable {
    let id: String
    /// The stock keeping unit, unique among all products.
    let sku: String
    let name: String
    let price: Price
    let description: String?
    let createdAt: Timestamp

    static func createTable(_ db: Database) throws {
        try db.create(table: "products", options: .strict) { table in
            table.primaryKey("id", .text)
            table.column("sku", .text).notNull().unique()
            table.column("name", .text).notNull()
            table.column("price_minor_units", .integer).notNull()
            table.column("currency", .text).notNull()
            table.column("description", .text)
            table.column("created_at", .integer).notNull()
        }
        // The sort order of lists. The id breaks ties, so that no two pages overlap.
        try db.create(index: "products_by_age", on: "products", columns: ["created_at", "id"])
    }
}

extension ProductRecord: FetchableRecord {
    init(row: Row) throws {
        id = row["id"]
        sku = row["sku"]
        name = row["name"]
        price = Price(minorUnits: row["price_minor_units"], currency: row["currency"])
        description = row["description"]
        createdAt = row["created_at"]
    }
}

extension ProductRecord: PersistableRecord {
    static let databaseTableName = "products"

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["sku"] = sku
        container["name"] = name
        container["price_minor_units"] = price.minorUnits
        container["currency"] = price.currency
        container["description"] = description
        container["created_at"] = createdAt
    }
}
