import Foundation
import Models
import Services

extension Review {
    var output: Output {
        Output([
            .field("id", id), .field("book", bookID), .field("stars", stars.count),
            .field("text", text, texts: [(text ?? "").oneLine]),
            .field("author", author, texts: [author.oneLine]), .json("created_at", createdAt),
        ])
    }

    var line: String {
        [id.text, "\(stars.count)", author, (text ?? "").oneLine].filter { !$0.isEmpty }.joined(separator: "  ")
            .printable
    }
}

extension BookReviews {
    var output: Output {
        let average: (stars: Double?, missing: [String]) =
            switch average {
            case .none: (nil, [])
            case .stars(let stars): (stars, [])
            case .unavailable: (nil, ["average_stars"])
            }
        return Output([
            .json("reviews", reviews.map(\.output)), .json("average_stars", average.stars),
            // The keys whose values the server could not compute.
            .json("missing", average.missing),
        ])
    }

    var summary: String {
        let count = reviews.count == 1 ? "1 review" : "\(reviews.count) reviews"
        guard case .stars(let average) = average else { return count }
        return "\(count), average \(String(format: "%.1f", average))"
    }
}
