import Foundation
import Models
import Services

extension Listing {
    /// The age of a stored copy and the reason for showing it, or `nil` for the server's response.
    func note(at now: Date) -> String? {
        guard case .stored(let date, let reason) = source else { return nil }
        let cause =
            switch reason.kind {
            case .timedOut: "the server did not respond in time"
            case .server: "the server keeps failing"
            default: "the server could not be reached"
            }
        return "This list was stored \(Age(seconds: now.timeIntervalSince(date))); \(cause)."
    }
}

extension Terminal {
    /// Shows a page of a list as JSON, or as a table with the columns of these labels.
    ///
    /// - Parameter items: the plural of the items' name.
    func show<Item>(
        _ page: Page<Item>, of items: String, columns: [String]? = nil, json: Bool, source: [Output.Field] = [],
        _ output: (Item) -> Output
    ) throws {
        let outputs = page.items.map(output)
        let result = Output(
            [
                .json("items", outputs), .json("page", page.number), .json("pages", page.pageCount),
                .json("total", page.total),
            ] + source)
        try show(result, json: json) {
            show(
                Table(outputs, columns: columns),
                "page \(page.number) of \(page.pageCount), \(page.total) \(items)")
        }
    }

    /// Like the page of a list, with its source in the JSON and the age of a stored copy on standard error.
    func show<Item>(
        _ listing: Listing<Item>, of items: String, columns: [String]? = nil, json: Bool, at now: Date,
        _ output: (Item) -> Output
    ) throws {
        let source: [Output.Field] =
            switch listing.source {
            case .server: [.json("source", "server")]
            case .stored(let date, _): [.json("source", "stored"), .json("stored_at", Timestamp(date))]
            }
        try show(listing.page, of: items, columns: columns, json: json, source: source, output)
        if let note = listing.note(at: now) { message(note) }
    }
}

/// How long ago something happened, in the largest whole unit, such as `3 minutes ago`.
struct Age: CustomStringConvertible {
    /// Negative if the wall clock was set back in the meantime.
    let seconds: TimeInterval

    var description: String {
        let units: [(TimeInterval, String)] = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
        guard let (length, name) = units.first(where: { seconds >= $0.0 }) else {
            return seconds >= 0 ? "less than a minute ago" : "in the future by this machine's clock"
        }
        let count = Int(min(seconds / length, 1e9))
        return "\(count) \(name)\(count == 1 ? "" : "s") ago"
    }
}
