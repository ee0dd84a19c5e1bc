import Foundation
import GRDB

struct Review: TableRow {
    /// Ascending and never reused, so it is also the id of the review's event; `nil` until the review is inserted.
    var number: Int64?
    /// A book of the catalog, which is not in the database.
    let bookID: Int
    let authorID: String
    /// From 1 to 5.
    var stars: Int
    var text: String?
    let createdAt: Timestamp

    static let databaseTableName = "reviews"

    /// `r-42`
    var id: String { "r-\(number ?? 0)" }

    /// `nil` if there is no such review, or the text is not an id.
    static func find(_ db: Database, id: String) throws -> Review? {
        let review = try Int64(id.dropFirst(2)).flatMap { try Review.fetchOne(db, key: $0) }
        return review?.id == id ? review : nil
    }

    /// Reviews by the demo accounts, with fixed dates, so that lists are the same in every database.
    static func seed(_ db: Database) throws {
        guard try Review.fetchCount(db) == 0 else { return }
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
            try Review(bookID: book, authorID: author, stars: stars, text: text, createdAt: moment).insert(db)
        }
    }
}
