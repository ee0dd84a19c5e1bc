import Foundation
import Models

/// A product as the command line shows it. Its JSON is part of the command line's interface, not of any API's.
struct ProductOutput: Encodable {
    let id: String
    let sku: String
    let name: String
    let price: Price
    let description: String?
    let createdAt: Timestamp

    enum CodingKeys: String, CodingKey {
        case id, sku, name, price, description
        case createdAt = "created_at"
    }

    init(_ product: Product) {
        id = product.id.text
        sku = product.sku.text
        name = product.name.text
        price = product.price
        description = product.details
        createdAt = product.createdAt
    }

    func show(on terminal: Terminal, json: Bool) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        let rows: [(String, String?)] = [
            ("id", id), ("sku", sku), ("name", name), ("price", price.description), ("about", description),
        ]
        for case (let label, let value?) in rows {
            terminal.print(terminal.dim(label.padding(toLength: 8, withPad: " ", startingAt: 0)) + value.printable)
        }
    }
}
