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

    init(_ listing: Listing<Item>) {
        items = listing.page.items
        page = listing.page.number
        pages = listing.page.pageCount
        total = listing.page.total
        switch listing.source {
        case .server: (source, storedAt) = ("server", nil)
        case .stored(let date, _): (source, storedAt) = ("stored", Timestamp(date))
        }
    }

    /// - Parameter items: the plural of the items' name.
    func show(on terminal: Terminal, json: Bool, table: Table, _ items: String) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        for line in table.lines(terminal) { terminal.print(line) }
        terminal.print(terminal.dim("page \(page) of \(pages), \(total) \(items)"))
    }
}
