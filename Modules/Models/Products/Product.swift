/// A product of the catalog, which every guest may read.
public struct Product: Sendable, Hashable, Identifiable {
    /// The server's identifier of a product.
    public typealias ID = Identifier<Product>

    public let id: ID
    /// The stock keeping unit, unique among all products of a server.
    public let sku: SKU
    public let name: ProductName
    public let price: Price
    /// The product's description, which may have several lines; `nil` if it has none. The API calls it `description`.
    public let details: String?
    public let createdAt: Timestamp

    /// Creates a product from its parts.
    public init(id: ID, sku: SKU, name: ProductName, price: Price, details: String? = nil, createdAt: Timestamp) {
        self.id = id
        self.sku = sku
        self.name = name
        self.price = price
        self.details = details
        self.createdAt = createdAt
    }
}

extension Product: Decodable {
    enum CodingKeys: String, CodingKey {
        case id, sku, name, price
        case details = "description"
        case createdAt = "created_at"
    }
}
