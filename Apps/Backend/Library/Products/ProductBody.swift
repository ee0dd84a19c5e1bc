/// A product on the wire. Every key is always present.
struct ProductBody: Encodable, Sendable {
    let id: String
    let sku: String
    let name: String
    let price: PriceBody
    let description: String?
    let createdAt: Timestamp

    init(_ product: ProductRecord) {
        id = product.id
        sku = product.sku
        name = product.name
        price = PriceBody(product.price)
        description = product.description
        createdAt = product.createdAt
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case sku
        case name
        case price
        case description
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
}
