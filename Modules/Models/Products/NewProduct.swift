/// A product to add to the catalog: the body of a POST.
public struct NewProduct: Sendable, Hashable {
    public let sku: SKU
    public let name: ProductName
    public let price: Price
    /// A description of up to 1000 characters, counted as Unicode scalars; `nil` for none.
    public let details: String?

    /// Throws ``InvalidValue`` with the field `description` if `details` is too long or has control characters other
    /// than line breaks and tabs.
    public init(sku: SKU, name: ProductName, price: Price, details: String? = nil) throws(InvalidValue) {
        if let scalars = details?.unicodeScalars {
            guard scalars.count <= 1000 else {
                throw InvalidValue(field: "description", reason: "A description has at most 1000 characters.")
            }
            guard !scalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" })
            else {
                throw InvalidValue(
                    field: "description",
                    reason: "A description must not contain control characters other than line breaks and tabs.")
            }
        }
        self.sku = sku
        self.name = name
        self.price = price
        self.details = details
    }
}

extension NewProduct: Encodable {
    enum CodingKeys: String, CodingKey {
        case sku, name, price
        case details = "description"
    }
}
