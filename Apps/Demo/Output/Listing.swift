import Foundation
import Models
import Services

/// A page of a list as output. Its JSON is part of the command-line interface, and that of its items is the app's own.
struct ListingOutput<Item: Encodable & Sendable>: Encodable {
    let items: [Item]
    let page: Int
    let pages: Int
    let total: Int
    /// `server`, or `stored` for a copy.
    let source: String
    /// When the copy was stored.
    let storedAt: Timestamp?

    enum CodingKeys: String, CodingKey {
        case items, page, pages, total, source
        case storedAt = "stored_at"
    }

    init<Value>(_ listing: Listing<Value>, as item: (Value) -> Item) {
        items = listing.page.items.map(item)
        page = listing.page.number
        pages = listing.page.pageCount
        total = listing.page.total
        switch listing.source {
        case .server: (source, storedAt) = ("server", nil)
        case .stored(let date, _): (source, storedAt) = ("stored", Timestamp(date))
        }
    }

    init(_ listing: Listing<Item>) {
        self.init(listing, as: \.self)
    }

    /// - Parameter items: the plural of the items' name.
    func show(on terminal: Terminal, json: Bool, table: Table, _ items: String) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        for line in table.lines(terminal) { terminal.print(line) }
        terminal.print(terminal.dim("page \(page) of \(pages), \(total) \(items)"))
    }
}

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
    /// Shows on standard error how old a stored copy is; nothing for the server's response.
    func showAge<Item>(of listing: Listing<Item>, at now: Date) {
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
