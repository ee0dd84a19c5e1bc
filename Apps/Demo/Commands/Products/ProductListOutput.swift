import Foundation
import Models
import Services

/// A page of products as the command line shows it.
struct ProductListOutput: Encodable {
    let items: [ProductOutput]
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

    init(_ listing: Listing<Product>) {
        items = listing.page.items.map(ProductOutput.init)
        page = listing.page.number
        pages = listing.page.pageCount
        total = listing.page.total
        switch listing.source {
        case .server: (source, storedAt) = ("server", nil)
        case .stored(let date, _): (source, storedAt) = ("stored", Timestamp(date))
        }
    }

    func show(on terminal: Terminal, json: Bool) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        for line in table.lines(terminal) { terminal.print(line) }
        terminal.print(terminal.dim("page \(page) of \(pages), \(total) products"))
    }

    var table: Table {
        Table(
            header: ["ID", "SKU", "PRICE", "NAME"],
            rows: items.map { [$0.id, $0.sku, $0.price.description, $0.name] })
    }
}
