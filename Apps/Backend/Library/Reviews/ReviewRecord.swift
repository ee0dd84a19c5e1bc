import GRDB

/// A review of a book as stored, with its author's name.
struct ReviewRecord: Equatable, Sendable {
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

    /// `r-42`
    var id: String { "r-\(number)" }

    /// The number in an ``id``; `nil` if the text is not an id.
    static func number(inID id: String) -> Int64? {
        guard id.hasPrefix("r-"), let number = Int64(id.dropFirst(2)), "r-\(number)" == id else { return nil }
        return number
    }

    /// Selects the columns that ``init(row:)`` reads. Append conditions and order.
    static let selection = """
        SELECT reviews.*, users.name AS author FROM reviews JOIN users ON users.id = reviews.author_id
        """

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
}

extension ReviewRecord: FetchableRecord {
    init(row: Row) throws {
        number = row["number"]
        bookID = row["book_id"]
        authorID = row["author_id"]
        author = row["author"]
        stars = row["stars"]
        text = row["text"]
        createdAt = row["created_at"]
    }
}
