import GRDB

extension Seeds {
    func insertProducts() async throws {
        try await database.write { db in
            guard try ProductRecord.fetchCount(db) == 0 else { return }
            for product in SeedProducts.all { try product.insert(db) }
        }
    }
}
