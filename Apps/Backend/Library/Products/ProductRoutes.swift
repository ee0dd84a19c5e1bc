import Foundation
import GRDB
import HTTPTypes
import Hummingbird

/// Products are created and deleted, never changed. On the wire, every key is always present.
struct Product: Entity {
    let id: String
    /// The stock keeping unit, unique among all products.
    let sku: String
    let name: String
    /// A JSON object in the database too.
    let price: Price
    @OrNull var description: String?
    let createdAt: Timestamp

    static let databaseTableName = "products"

    var modifiedAt: HTTPDate? { HTTPDate(createdAt) }
}

extension Product {
    /// A new product with the fields that the client sent. Check them before you use it.
    init(at moment: Timestamp, _ fields: inout BodyFields) {
        id = fields.newID("p")
        name = fields.required("name", .line(120))
        sku = fields.required(
            "sku",
            FieldRule { field, sku in
                if sku.count <= 40, sku.wholeMatch(of: /[A-Z0-9](?:-?[A-Z0-9])*/) != nil { return nil }
                return .invalid(
                    field, "This must be 1 to 40 capital letters and digits, with single hyphens between them.")
            })
        price = fields.object("price", Price.init) ?? Price(amount: "0", currency: .eur)
        _description = OrNull(wrappedValue: fields.optional("description", .paragraphs(1000)))
        createdAt = moment
    }
}

/// An amount with all of the currency's decimal places, as a string: most clients read numbers as binary fractions.
struct Price: Codable, Equatable, Sendable {
    let amount: String
    let currency: Currency
}

extension Price {
    /// Reads an amount such as `19`, `19.9` or `19.90`. It must not have more decimal places than the currency.
    init(_ fields: inout BodyFields) {
        let text: String = fields.required("amount", .any)
        currency = fields.required("currency")
        let match = text.wholeMatch(of: /(0|[1-9][0-9]{0,8})(?:\.([0-9]{1,3}))?/)
        let fraction = match?.2 ?? ""
        if let match, fraction.count <= currency.minorDigits {
            let padding = String(repeating: "0", count: currency.minorDigits - fraction.count)
            amount = currency.minorDigits == 0 ? String(match.1) : "\(match.1).\(fraction)\(padding)"
        } else {
            amount = ""
            guard !fields.hasErrors else { return }
            fields.note(
                .invalid(
                    "amount",
                    "This must be a decimal number of \(currency.rawValue) below 1000000000, "
                        + "with at most \(currency.minorDigits) decimal places."))
        }
    }
}

/// The currencies that a price may have, by their codes in ISO 4217.
enum Currency: String, CaseIterable, Codable, Sendable, FieldValue {
    case aud = "AUD", cad = "CAD", chf = "CHF", czk = "CZK", dkk = "DKK", eur = "EUR", gbp = "GBP", jpy = "JPY"
    case krw = "KRW", kwd = "KWD", nok = "NOK", nzd = "NZD", pln = "PLN", sek = "SEK", usd = "USD"

    static let expected = "one of \(allCases.map(\.rawValue).joined(separator: ", "))"
    static let placeholder = Currency.eur

    /// The number of decimal places (ISO 4217, "minor unit").
    var minorDigits: Int {
        switch self {
        case .jpy, .krw: 0
        case .kwd: 3
        default: 2
        }
    }
}

/// The catalog: everyone can read it, and administrators can change it.
struct ProductRoutes: Resource {
    let backend: Dependencies

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("products") { db in
            try db.create(table: Product.databaseTableName, options: .strict) { table in
                table.primaryKey("id", .text)
                table.column("sku", .text).notNull().unique()
                table.column("name", .text).notNull()
                table.column("price", .text).notNull()
                table.column("description", .text)
                table.column("created_at", .integer).notNull()
            }
            // The sort order of lists. The id breaks ties, so that no two pages overlap.
            try db.create(index: "products_by_age", on: Product.databaseTableName, columns: ["created_at", "id"])
        }
    }

    static func seed(_ db: Database) throws {
        guard try Product.fetchCount(db) == 0 else { return }
        for product in SeedProducts.all { try product.insert(db) }
    }

    func addRoutes(to groups: RouteGroups) {
        groups.guests.get("v2/products") { request, _ in
            try await backend.list(Product.order(Column("created_at"), Column("id")), at: "/v2/products", for: request)
        }
        groups.guests.get("v2/products/{id}") { try await backend.get(Product.filter(key: $1.pathID), for: $0) }
        groups.admins.post("v2/products") { request, context in
            var fields = try await request.fields()
            let product = Product(at: backend.now, &fields)
            try fields.check()
            return try await backend.create(product, at: "/v2/products", orThrow: .skuTaken, context)
        }
        groups.admins.delete("v2/products/{id}") {
            try await backend.delete(Product.filter(key: $1.pathID), for: $0, $1)
        }
    }
}

extension Problem {
    fileprivate static let skuTaken = Problem(
        status: .conflict, code: "sku_taken", title: "SKU taken", detail: "Another product has this SKU.",
        errors: [FieldError(field: "sku", code: "taken", message: "Another product has this SKU.")])
}
