import GRDB

extension Seeds {
    func insertReviews() async throws {
        try await database.write { db in
            guard try Int.fetchOne(db, sql: "SELECT count(*) FROM reviews") == 0 else { return }
            for review in SeedReviews.all where try UserRecord.exists(db, key: review.authorID) {
                _ = try ReviewStore.insert(
                    review.bookID, review.authorID, review.stars, review.text, review.createdAt, db)
            }
        }
    }
}
