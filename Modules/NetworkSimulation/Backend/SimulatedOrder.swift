/// An order at a ``SimulatedBackend``. Each processed request places one, unless its idempotency key is known.
public struct SimulatedOrder: Sendable, Equatable, Codable {
    /// The user who placed the order.
    public let user: Int
    /// The number that the client has chosen for the order.
    public let number: Int

    /// Creates an order from its parts.
    public init(user: Int, number: Int) {
        self.user = user
        self.number = number
    }

    struct Placing: Codable {
        let number: Int
    }
}
