/// How a response's body is delivered.
public enum BodyDelivery: Sendable, Equatable {
    /// Complete, at most `limit` bytes. All interceptors see a complete response: deadlines cover the body, and a
    /// truncated body counts as a failed attempt.
    case buffered(limit: Int)
    /// In pieces, as they arrive.
    case streamed
}
