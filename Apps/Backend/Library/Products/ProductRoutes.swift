import Foundation
import GRDB
import HTTPTypes
import Hummingbird

/// A product as stored and on the wire, where every key is always present. Products are created and deleted, never
/// changed.
struct Product: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    let id: String
    /// The stock keeping unit, unique among all products.
    let sku: String
    let name: String
    /// A JSON object in the database too.
    let price: Price
    let description: String?
    let createdAt: Timestamp

    static let databaseTableName = "products"

    enum CodingKeys: String, CodingKey {
        case id, sku, name, price, description
        case createdAt = "created_at"
    }

    // Written by hand, because the synthesized method omits a missing value instead of writing `null`.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(sku, forKey: .sku)
        try container.encode(name, forKey: .name)
        try container.encode(price, forKey: .price)
        try container.encode(description, forKey: .description)
        try container.encode(createdAt, forKey: .createdAt)
    }

    static func createTable(_ db: Database) throws {
        try db.create(table: databaseTableName, options: .strict) { table in
            table.primaryKey("id", .text)
            table.column("sku", .text).notNull().unique()
            table.column("name", .text).notNull()
            table.column("price", .text).notNull()
            table.column("description", .text)
            table.column("created_at", .integer).notNull()
        }
        // The sort order of lists. The id breaks ties, so that no two pages overlap.
        try db.create(index: "products_by_age", on: databaseTableName, columns: ["created_at", "id"])
    }
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
        description = fields.optional("description", .paragraphs(1000))
        createdAt = moment
    }
}

/// An amount of money with all of the currency's decimal places: `19.90`. The amount is a string, because most clients
/// read JSON numbers as binary fractions.
struct Price: Codable, Equatable, Sendable {
    let amount: String
    let currency: Currency

    init(amount: String, currency: Currency) {
        self.amount = amount
        self.currency = currency
    }

    /// Reads an amount such as `19`, `19.9` or `19.90`. If it is malformed or has more decimal places than the currency,
    /// an error is noted.
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
    private let backend: Dependencies

    init(_ backend: Dependencies) {
        self.backend = backend
    }

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("products", migrate: Product.createTable)
    }

    static func seed(_ db: Database) throws {
        guard try Product.fetchCount(db) == 0 else { return }
        for product in SeedProducts.all { try product.insert(db) }
    }

    func addRoutes(to groups: RouteGroups) {
        groups.guests.get("v2/products", use: list)
        groups.guests.get("v2/products/{id}", use: get)
        groups.admins.post("v2/products", use: create)
        groups.admins.delete("v2/products/{id}", use: delete)
    }

    @Sendable private func list(_ request: Request, _ context: GuestContext) async throws -> Reply {
        let query = try PageQuery(request.uri.queryParameters)
        let (items, total) = try await backend.database.read { db in
            let page = Product.order(Column("created_at"), Column("id")).limit(query.size, offset: query.offset)
            return (try page.fetchAll(db), try Product.fetchCount(db))
        }
        return try PageBody(query, items: items, total: total)
            .reply(backend.links.absolute("/v2/products"), for: request)
    }

    @Sendable private func get(_ request: Request, _ context: GuestContext) async throws -> Reply {
        let id = try context.pathID
        guard let product = try await backend.database.read({ try Product.fetchOne($0, key: id) }) else {
            throw Problem.notFound
        }
        return try .cacheable(product, modified: HTTPDate(product.createdAt), for: request)
    }

    @Sendable private func create(_ request: Request, _ context: AdminContext) async throws -> Reply {
        var fields: BodyFields = try await request.json(limit: backend.limits.jsonBody)
        let product = Product(at: backend.now, &fields)
        try fields.check()
        let location = backend.links.absolute("/v2/products/\(product.id)")
        return try await backend.write(context) { db in
            try product.create(
                db,
                orThrow: Problem(
                    status: .conflict, code: "sku_taken", title: "SKU taken", detail: "Another product has this SKU.",
                    errors: [FieldError(field: "sku", code: "taken", message: "Another product has this SKU.")]))
            return try .json(product, status: .created, headers: [.location: location])
        }
    }

    @Sendable private func delete(_ request: Request, _ context: AdminContext) async throws -> Reply {
        let id = try context.pathID
        let (method, preconditions) = (request.method, Preconditions(fields: request.headers))
        return try await backend.write(context) { db in
            guard let product = try Product.fetchOne(db, key: id) else { throw Problem.notFound }
            try preconditions.check(method, product, modified: HTTPDate(product.createdAt))
            try product.delete(db)
            return .noContent
        }
    }
}
