import Foundation
import Models

/// A review as the command line shows it. Its JSON is part of the command line's interface, not of any API's.
struct ReviewOutput: Encodable {
    let id: String
    let book: Int
    let stars: Int
    let text: String?
    let author: String
    let createdAt: Timestamp

    enum CodingKeys: String, CodingKey {
        case id, book, stars, text, author
        case createdAt = "created_at"
    }

    init(_ review: Review) {
        id = review.id.text
        book = review.bookID.number
        stars = review.stars.count
        text = review.text
        author = review.author
        createdAt = review.createdAt
    }

    func show(on terminal: Terminal, json: Bool) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        let rows: [(String, String?)] = [
            ("id", id), ("book", "\(book)"), ("stars", "\(stars)"), ("text", text), ("author", author),
        ]
        for case (let label, let value?) in rows {
            terminal.print(
                terminal.dim(label.padding(toLength: 8, withPad: " ", startingAt: 0)) + value.oneLine.printable)
        }
    }

    /// The review on one line: ID, stars, author and text.
    var line: String {
        [id, "\(stars)", author, (text ?? "").oneLine].filter { !$0.isEmpty }.joined(separator: "  ").printable
    }
}
