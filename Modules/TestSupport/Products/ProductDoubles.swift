public import Foundation
public import Models

extension Product {
    /// A product with defaults.
    public static func fixture(
        id: String = "p-1", sku: String = "CARD-1000", name: String = "Punched cards", price: String = "19.90",
        currency: String = "EUR", details: String? = nil, createdAt: Date = Date(timeIntervalSince1970: 1_769_936_400)
    ) throws(InvalidValue) -> Product {
        Product(
            id: try ID(id), sku: try SKU(sku), name: try ProductName(name),
            price: try Price(price, try Currency(currency)), details: details, createdAt: Timestamp(createdAt))
    }
}

extension NewProduct {
    /// A new product with defaults.
    public static func fixture(
        sku: String = "EDSAC-1", name: String = "Initial orders", price: String = "12.50", currency: String = "GBP",
        details: String? = nil
    ) throws(InvalidValue) -> NewProduct {
        try NewProduct(
            sku: try SKU(sku), name: try ProductName(name), price: try Price(price, try Currency(currency)),
            details: details)
    }
}

extension FakeResource {
    /// `/v2/products`, for guests too. Only the sample backend checks who changes a product.
    static var products: FakeResource {
        let items = (1...4).map { number in
            [
                "id": "p-\(number)", "sku": "CARD-\(number)", "name": "Punched cards, box \(number)",
                "price": ["amount": "19.90", "currency": "EUR"], "created_at": "2026-02-0\(number)T09:00:00Z",
            ] as [String: any Sendable]
        }
        return FakeResource("products", of: Product.self, for: .everyone, items: items) { number, now in
            ["id": "p-\(number + 100)", "created_at": Timestamp(now).description]
        }
    }
}
