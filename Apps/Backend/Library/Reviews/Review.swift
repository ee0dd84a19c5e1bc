import Foundation
import GRDB

/// A review of a book as stored, with its author's name.
struct Review: Decodable, Equatable, Sendable, FetchableRecord {
    /// Ascending and never reused, so it is also the id of the review's event.
    let number: Int64
    /// A book of the catalog, which is not in the database.
    let bookID: Int
    let authorID: String
    /// Read-only, because it belongs to the author's row.
    let author: String
    /// From 1 to 5.
    var stars: Int
    var text: String?
    let createdAt: Timestamp

    private enum CodingKeys: String, CodingKey {
        case number, author, stars, text
        case bookID = "book_id"
        case authorID = "author_id"
        case createdAt = "created_at"
    }

    /// `r-42`
    var id: String { "r-\(number)" }

    static func createTable(_ db: Database) throws {
        try db.create(table: "reviews", options: .strict) { table in
            table.autoIncrementedPrimaryKey("number")
            table.column("book_id", .integer).notNull().indexed()
            table.column("author_id", .text).notNull().indexed().references("users", onDelete: .cascade)
            table.column("stars", .integer).notNull()
            table.column("text", .text)
            table.column("created_at", .integer).notNull()
        }
    }

    /// - Parameter condition: conditions and order, in SQL.
    static func fetch(_ db: Database, _ condition: String, _ arguments: StatementArguments) throws -> [Review] {
        try fetchAll(
            db,
            sql: """
                SELECT reviews.*, users.name AS author FROM reviews JOIN users ON users.id = reviews.author_id
                WHERE \(condition)
                """, arguments: arguments)
    }

    /// `nil` if there is no such review, or the text is not an id.
    static func find(_ db: Database, id: String) throws -> Review? {
        try fetch(db, "'r-' || number = ?", [id]).first
    }

    /// - Returns: the number of the new review.
    static func insert(
        _ db: Database, bookID: Int, authorID: String, stars: Int, text: String?, at moment: Timestamp
    ) throws -> Int64 {
        try db.execute(
            sql: "INSERT INTO reviews (book_id, author_id, stars, text, created_at) VALUES (?, ?, ?, ?, ?)",
            arguments: [bookID, authorID, stars, text, moment])
        return db.lastInsertedRowID
    }

    /// Reviews by the demo accounts, with fixed dates, so that lists are the same in every database.
    static func seed(_ db: Database) throws {
        guard try Int.fetchOne(db, sql: "SELECT count(*) FROM reviews") == 0 else { return }
        let reviews: [(Int, String, Int, String?)] = [
            (84, "u-ada", 5, "Everyone in it asks who is to blame. The creature is not asked."),
            (1342, "u-grace", 5, "Every letter in it changes the state of the whole system."),
            (11, "u-ada", 4, "The logic is sound. Only the axioms are unusual."),
            (145, "u-grace", 4, nil),
            (84, "u-grace", 3, "Ship's logs are shorter."),
            (2701, "u-grace", 5, "The chapter on classification alone is worth the voyage."),
            (1342, "u-ada", 4, "The first sentence is an axiom, and the rest is its proof."),
            (11, "u-grace", 5, nil),
        ]
        for (index, (book, author, stars, text)) in reviews.enumerated() where try User.exists(db, key: author) {
            // One review a day, from 2026-03-01T09:00:00Z.
            let moment = Timestamp(milliseconds: (1_772_355_600 + Int64(index) * 86_400) * 1000)
            _ = try insert(db, bookID: book, authorID: author, stars: stars, text: text, at: moment)
        }
    }
}
