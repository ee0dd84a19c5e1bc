import Foundation
import GRDB
public import Models
public import Persistence

/// Stores pages of the catalog in an ``SQLiteDatabase``.
public struct SQLiteProductStore: ProductStore {
    private let database: SQLiteDatabase

    /// Creates a store on an open database. The caller closes the database.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    public func page(_ request: PageRequest, of server: String) async throws(StoreError) -> StoredPage<Product>? {
        try await database.read { db in
            let key: StatementArguments = [server, request.number, request.size]
            let pages = try db.cachedStatement(
                sql: "SELECT total, stored_at FROM product_pages WHERE server = ? AND number = ? AND size = ?")
            guard let page = try Row.fetchOne(pages, arguments: key) else { return nil }
            let items = try db.cachedStatement(
                sql: """
                    SELECT \(Product.rowColumns) FROM product_page_items
                    WHERE server = ? AND number = ? AND size = ? ORDER BY position
                    """)
            let products = try Array(Row.fetchCursor(items, arguments: key).map { try Product(row: $0) })
            return StoredPage(
                Page(
                    items: products, number: request.number, size: request.size,
                    total: try page.decode(Int.self, atIndex: 0)),
                storedAt: Date(microseconds: try page.decode(Int64.self, atIndex: 1)))
        }
    }

    public func save(_ stored: StoredPage<Product>, of server: String) async throws(StoreError) {
        try await database.write { db in
            let page = stored.page
            let key: StatementArguments = [server, page.number, page.size]
            // Removes the page's items too.
            try db.cachedStatement(sql: "DELETE FROM product_pages WHERE server = ? AND number = ? AND size = ?")
                .execute(arguments: key)
            try db.cachedStatement(
                sql: "INSERT INTO product_pages (server, number, size, total, stored_at) VALUES (?, ?, ?, ?, ?)"
            ).execute(arguments: key + [page.total, stored.storedAt.microseconds()])
            let insertion = try db.cachedStatement(
                sql: """
                    INSERT INTO product_page_items (server, number, size, position, \(Product.rowColumns))
                    VALUES (?, ?, ?, ?, \(Product.rowPlaceholders))
                    """)
            for (position, product) in page.items.enumerated() {
                try insertion.execute(arguments: key + [position] + (product.rowArguments()))
            }
        }
    }

    public func remove(id: Product.ID, of server: String) async throws(StoreError) {
        try await database.write { db in
            try db.cachedStatement(sql: "DELETE FROM product_page_items WHERE server = ? AND id = ?")
                .execute(arguments: [server, id.text])
        }
    }
}

extension Product {
    /// The columns in the order in which ``init(row:)`` reads and ``rowArguments()`` writes them.
    static var rowColumns: String { "id, sku, name, amount, currency, details, created_at" }

    /// A placeholder for each argument. Free texts are passed as bytes, because a NUL would end a `String`.
    static var rowPlaceholders: String { "?, ?, CAST(? AS TEXT), ?, ?, CAST(? AS TEXT), ?" }

    /// Parses a row by the rules of ``Models``. If a rule becomes stricter, add a schema step that removes the copies
    /// that break it.
    ///
    /// - Parameter row: a row of a cursor. In a fetched copy of a row, a text ends before its first NUL.
    init(row: Row) throws {
        self.init(
            id: try ID(row.decode(String.self, atIndex: 0)), sku: try SKU(row.decode(String.self, atIndex: 1)),
            name: try ProductName(String(decoding: row.decode(Data.self, atIndex: 2), as: UTF8.self)),
            price: try Price(
                row.decode(String.self, atIndex: 3), Currency(row.decode(String.self, atIndex: 4))),
            details: try row.decode(Data?.self, atIndex: 5).map { String(decoding: $0, as: UTF8.self) },
            createdAt: Timestamp(Date(microseconds: try row.decode(Int64.self, atIndex: 6))))
    }

    func rowArguments() throws -> StatementArguments {
        [
            id.text, sku.text, Data(name.text.utf8), price.amountText, price.currency.text,
            details.map { Data($0.utf8) }, try createdAt.date.microseconds(),
        ]
    }
}
