/// How an exchange's answer is wanted, and until when.
public struct ExchangeTerms: Sendable {
    public let delivery: BodyDelivery
    /// Until when the answer must be here: all of it for a buffered delivery, its head for a streamed one. `nil` for no
    /// limit.
    public let limit: TimeLimit?

    /// Terms from their parts.
    public init(_ delivery: BodyDelivery, by limit: TimeLimit? = nil) {
        self.delivery = delivery
        self.limit = limit
    }
}
