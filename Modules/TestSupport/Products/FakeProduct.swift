import Foundation
import Models

/// A product of a ``FakeBackend``.
struct FakeProduct: Sendable, Equatable {
    let id: String
    let sku: String
    let name: String
    let amount: String
    let currency: String
    let about: String?
    let createdAt: Date

    var json: [String: Any] {
        [
            "id": id, "sku": sku, "name": name, "price": ["amount": amount, "currency": currency],
            "description": about ?? NSNull(), "created_at": Timestamp(createdAt).description,
        ]
    }

    /// The decimal places of each currency that a price may have (ISO 4217).
    static var currencies: [String: Int] {
        [
            "AUD": 2, "CAD": 2, "CHF": 2, "CZK": 2, "DKK": 2, "EUR": 2, "GBP": 2, "JPY": 0, "KRW": 0, "KWD": 3,
            "NOK": 2, "NZD": 2, "PLN": 2, "SEK": 2, "USD": 2,
        ]
    }

    /// Products of the sample backend.
    static var samples: [FakeProduct] {
        [
            sample("CARD-1000", "Punched cards, box of 1,000", "19.90", "EUR", "Eighty columns, cut corner.", day: 1),
            sample("CORE-4K", "Core memory plane, 4 KiB", "389.00", "USD", "Woven by hand.", day: 6),
            sample(
                "NANOSECOND", "Nanosecond of wire", "1.00", "USD",
                "29.98 cm of copper, as handed out by Grace Hopper.", day: 7),
            sample("SOROBAN-13", "Soroban, 13 rods", "3200", "JPY", nil, day: 10),
        ]
    }

    /// - Parameter day: the day in February 2026 on which the product was created.
    private static func sample(
        _ sku: String, _ name: String, _ amount: String, _ currency: String, _ about: String?, day: Int
    ) -> FakeProduct {
        FakeProduct(
            id: "p-\(sku.lowercased())", sku: sku, name: name, amount: amount, currency: currency, about: about,
            createdAt: Date(timeIntervalSince1970: 1_769_936_400 + Double(day - 1) * 86_400))
    }
}
