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

    public init(id: ID, sku: SKU, name: ProductName, price: Price, details: String? = nil, createdAt: Timestamp) {
        self.id = id
        self.sku = sku
        self.name = name
        self.price = price
        self.details = details
        self.createdAt = createdAt
    }
}

extension Product: Codable {
    enum CodingKeys: String, CodingKey {
        case id, sku, name, price
        case details = "description"
        case createdAt = "created_at"
    }
}

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

/// A stock keeping unit: 1 to 40 capital ASCII letters and digits, with single hyphens between them, such as
/// `CARD-1000`.
public struct SKU: WireText {
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `sku`.
    public init(_ candidate: String) throws(InvalidValue) {
        let groups = candidate.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard candidate.utf8.count <= 40,
            groups.allSatisfy({ group in
                !group.isEmpty && group.allSatisfy { $0.isASCIICapital || $0.isASCIIDigit }
            })
        else {
            throw InvalidValue(
                field: "sku",
                reason: "An SKU has 1 to 40 capital letters and digits with single hyphens between them, "
                    + "such as CARD-1000.")
        }
        text = candidate
    }
}

/// The name of a product: one line of 1 to 120 characters, counted as Unicode scalars, without control characters.
public struct ProductName: WireText {
    /// The name without surrounding white space.
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `name`.
    public init(_ candidate: String) throws(InvalidValue) {
        let trimmed = candidate.trimmed
        guard (1...120).contains(trimmed.unicodeScalars.count) else {
            throw InvalidValue(field: "name", reason: "A product's name has between 1 and 120 characters.")
        }
        guard !trimmed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
            !trimmed.contains(where: \.isNewline)
        else {
            throw InvalidValue(field: "name", reason: "A product's name must be one line without control characters.")
        }
        text = trimmed
    }
}
