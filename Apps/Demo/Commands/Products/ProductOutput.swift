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
        try terminal.show(
            self,
            [
                ("id", id), ("sku", sku), ("name", name), ("price", price.description), ("about", description ?? ""),
            ], json: json)
    }

    static func table(of products: [ProductOutput]) -> Table {
        Table(
            header: ["ID", "SKU", "PRICE", "NAME"],
            rows: products.map { [$0.id, $0.sku, $0.price.description, $0.name] })
    }
}
