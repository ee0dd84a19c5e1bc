import GRDB

/// The products.
struct ProductStore: Sendable {
    let database: DatabasePool

    func find(id: String) async throws -> ProductRecord? {
        try await database.read { try ProductRecord.fetchOne($0, key: id) }
    }

    /// One page, oldest products first, and the number of all products, from one transaction.
    func page(_ page: PageQuery) async throws -> (products: [ProductRecord], total: Int) {
        try await database.read { db in
            let products = try ProductRecord.fetchAll(
                db, sql: "SELECT * FROM products ORDER BY created_at, id LIMIT ? OFFSET ?",
                arguments: [page.size, page.offset])
            return (products, try ProductRecord.fetchCount(db))
        }
    }

    /// Adds a product.
    /// - Throws: ``Problem/skuTaken`` if another product has the SKU.
    func insert(_ product: ProductRecord) async throws {
        do {
            try await database.write { try product.insert($0) }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw Problem.skuTaken
        }
    }

    /// Deletes a product; `false` if there is no such product.
    /// - Parameter check: runs in the transaction of the deletion, and throws to prevent it.
    func delete(id: String, if check: @escaping @Sendable (ProductRecord) throws -> Void) async throws -> Bool {
        try await database.write { db in
            guard let product = try ProductRecord.fetchOne(db, key: id) else { return false }
            try check(product)
            return try ProductRecord.deleteOne(db, key: id)
        }
    }
}
