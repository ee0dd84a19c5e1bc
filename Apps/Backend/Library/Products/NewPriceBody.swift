/// `{"amount", "currency"}` as the client sent it.
struct NewPriceBody: Decodable, Sendable {
    let amount: Field<String>
    let currency: Field<Currency>

    private enum CodingKeys: String, CodingKey {
        case amount
        case currency
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        amount = container.field(.amount)
        currency = container.field(.currency)
    }

    /// The valid price; `nil` if an error was noted.
    func price(_ fields: inout FieldReader) -> Price? {
        let amount = fields.required("price.amount", amount, expected: "a string")
        let codes = Currency.allCases.map(\.rawValue).joined(separator: ", ")
        let currency = fields.required("price.currency", currency, expected: "one of \(codes)")
        guard let amount, let currency else { return nil }
        let price = Price(amount: amount, currency: currency)
        if price == nil {
            fields.note(
                .invalid(
                    "price.amount",
                    "This must be a decimal number of \(currency.rawValue) below 1000000000, "
                        + "with at most \(currency.minorDigits) decimal places."))
        }
        return price
    }
}
