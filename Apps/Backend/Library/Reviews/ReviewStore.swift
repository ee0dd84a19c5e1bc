import Foundation
import GRDB

/// The reviews of books.
struct ReviewStore: Sendable {
    let database: DatabasePool
    /// Receives a signal for each new review.
    let feed: ReviewFeed
    let now: @Sendable () -> Date

    func find(id: String) async throws -> ReviewRecord? {
        guard let number = ReviewRecord.number(inID: id) else { return nil }
        return try await database.read { try Self.find(number, $0) }
    }

    /// The latest reviews of a book, latest first.
    func latest(ofBook id: Int, count: Int) async throws -> [ReviewRecord] {
        try await fetch("WHERE book_id = ? ORDER BY number DESC LIMIT ?", [id, count])
    }

    /// The number of reviews that one read returns at most.
    static let pageSize = 100

    /// The next ``pageSize`` reviews after a number, oldest first.
    /// - Parameter book: `nil` for all books.
    func reviews(after number: Int64, ofBook book: Int?) async throws -> [ReviewRecord] {
        try await fetch(
            "WHERE number > ? AND coalesce(book_id = ?, TRUE) ORDER BY number LIMIT \(Self.pageSize)", [number, book])
    }

    /// The number of the latest review of all books; 0 without reviews.
    func latestNumber() async throws -> Int64 {
        try await database.read { try Int64.fetchOne($0, sql: "SELECT max(number) FROM reviews") ?? 0 }
    }

    /// The average, rounded to two decimal places; `nil` without reviews.
    func averageStars(ofBook id: Int) async throws -> Double? {
        try await database.read { db in
            try Double.fetchOne(
                db, sql: "SELECT round(avg(stars), 2) FROM reviews WHERE book_id = ?", arguments: [id])
        }
    }

    /// - Returns: `nil` if the author was deleted in the meantime.
    func insert(bookID: Int, authorID: String, stars: Int, text: String?) async throws -> ReviewRecord? {
        let moment = Timestamp(now())
        let review = try await database.write { db -> ReviewRecord? in
            guard try UserRecord.exists(db, key: authorID) else { return nil }
            return try Self.find(try Self.insert(bookID, authorID, stars, text, moment, db), db)
        }
        feed.signal()
        return review
    }

    /// Applies the changes; `nil` if there is no such review.
    /// - Parameter check: runs in the transaction of the update, and throws to prevent it.
    func update(
        id: String, stars: Int?, text: Field<String>, if check: @escaping @Sendable (ReviewRecord) throws -> Void
    ) async throws -> ReviewRecord? {
        guard let number = ReviewRecord.number(inID: id) else { return nil }
        return try await database.write { db in
            guard var review = try Self.find(number, db) else { return nil }
            try check(review)
            if let stars { review.stars = stars }
            switch text {
            case .value(let text): review.text = text
            case .null: review.text = nil
            case .absent, .mistyped: break
            }
            try db.execute(
                sql: "UPDATE reviews SET stars = ?, text = ? WHERE number = ?",
                arguments: [review.stars, review.text, number])
            return review
        }
    }

    static func insert(
        _ bookID: Int, _ authorID: String, _ stars: Int, _ text: String?, _ moment: Timestamp, _ db: Database
    ) throws -> Int64 {
        try db.execute(
            sql: "INSERT INTO reviews (book_id, author_id, stars, text, created_at) VALUES (?, ?, ?, ?, ?)",
            arguments: [bookID, authorID, stars, text, moment])
        return db.lastInsertedRowID
    }

    private static func find(_ number: Int64, _ db: Database) throws -> ReviewRecord? {
        try ReviewRecord.fetchOne(db, sql: ReviewRecord.selection + " WHERE number = ?", arguments: [number])
    }

    private func fetch(_ condition: String, _ arguments: StatementArguments) async throws -> [ReviewRecord] {
        try await database.read { db in
            try ReviewRecord.fetchAll(db, sql: "\(ReviewRecord.selection) \(condition)", arguments: arguments)
        }
    }
}
