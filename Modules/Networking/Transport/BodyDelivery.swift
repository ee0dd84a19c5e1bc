/// How a response's body is delivered.
public enum BodyDelivery: Sendable, Equatable {
    /// Whole, at most `limit` bytes. All interceptors then see a complete exchange: its time is limited as a whole, and a
    /// body that was cut short counts as a failed attempt.
    case buffered(limit: Int)
    /// As it comes.
    case streamed
}
