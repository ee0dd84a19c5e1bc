/// `{"amount", "currency"}`. The amount is a string, because most clients read JSON numbers as binary fractions.
struct PriceBody: Encodable, Sendable {
    let amount: String
    let currency: Currency

    init(_ price: Price) {
        amount = price.amount
        currency = price.currency
    }

    private enum CodingKeys: String, CodingKey {
        case amount
        case currency
    }
}
