/// Something that a ``SimulatedBackend`` does once for each time that it is asked.
public struct SimulatedOrder: Sendable, Equatable, Codable {
    /// Who has placed it.
    public let user: Int
    public let number: Int

    /// An order from its parts.
    public init(user: Int, number: Int) {
        self.user = user
        self.number = number
    }

    struct Placing: Codable {
        let number: Int
    }
}
