import Foundation
import Models
import Services

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
        try terminal.show(
            self,
            [
                ("id", id), ("book", "\(book)"), ("stars", "\(stars)"), ("text", (text ?? "").oneLine),
                ("author", author.oneLine),
            ], json: json)
    }

    /// The review on one line: ID, stars, author and text.
    var line: String {
        [id, "\(stars)", author, (text ?? "").oneLine].filter { !$0.isEmpty }.joined(separator: "  ").printable
    }
}

/// The reviews of a book as the command line shows them.
struct ReviewListOutput: Encodable {
    let reviews: [ReviewOutput]
    /// `nil` without reviews, or if ``missing`` contains its key.
    let averageStars: Double?
    /// The keys whose values the server could not compute.
    let missing: [String]

    enum CodingKeys: String, CodingKey {
        case reviews, missing
        case averageStars = "average_stars"
    }

    init(_ list: BookReviews) {
        reviews = list.reviews.map(ReviewOutput.init)
        switch list.average {
        case .none: (averageStars, missing) = (nil, [])
        case .stars(let average): (averageStars, missing) = (average, [])
        case .unavailable: (averageStars, missing) = (nil, [CodingKeys.averageStars.rawValue])
        }
    }

    func show(on terminal: Terminal, json: Bool) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        guard !reviews.isEmpty else { return terminal.print("This book has no reviews yet.") }
        for line in table.lines(terminal) { terminal.print(line) }
        terminal.print(terminal.dim(summary))
    }

    var table: Table {
        Table(
            header: ["ID", "STARS", "AUTHOR", "TEXT"],
            rows: reviews.map { [$0.id, "\($0.stars)", $0.author, ($0.text ?? "").oneLine] })
    }

    var summary: String {
        let count = reviews.count == 1 ? "1 review" : "\(reviews.count) reviews"
        guard let averageStars else { return count }
        return "\(count), average \(String(format: "%.1f", averageStars))"
    }
}
