/// `{"name", "sku", "price", "description"}` as the client sent it. The description is optional. Other keys are
/// ignored.
struct NewProductBody: Decodable, Sendable {
    let name: Field<String>
    let sku: Field<String>
    let price: Field<NewPriceBody>
    let description: Field<String>

    private enum CodingKeys: String, CodingKey {
        case name
        case sku
        case price
        case description
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = container.field(.name)
        sku = container.field(.sku)
        price = container.field(.price)
        description = container.field(.description)
    }

    /// The valid product.
    /// - Throws: ``Problem/validationFailed(_:)`` with every invalid field.
    func record(id: String, at moment: Timestamp) throws(Problem) -> ProductRecord {
        var fields = FieldReader()
        let name = fields.required("name", name, expected: "a string")
        let sku = fields.required("sku", sku, expected: "a string")
        let price = fields.required("price", price, expected: "an object")?.price(&fields)
        let description = fields.optional("description", description, expected: "a string or null")
        fields.note(name.flatMap { FieldRules.line("name", $0, limit: 120) })
        if let sku, sku.count > 40 || sku.wholeMatch(of: /[A-Z0-9](?:-?[A-Z0-9])*/) == nil {
            fields.note(
                .invalid("sku", "This must be 1 to 40 capital letters and digits, with single hyphens between them."))
        }
        fields.note(description.flatMap { FieldRules.paragraphs("description", $0, limit: 1000) })
        guard let name, let sku, let price, fields.errors.isEmpty else { throw .validationFailed(fields.errors) }
        return ProductRecord(
            id: id, sku: sku, name: name, price: price, description: description, createdAt: moment)
    }
}
