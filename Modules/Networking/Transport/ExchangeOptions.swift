public import Primitives

/// How a transport delivers the response of one exchange, and by which deadline.
public struct ExchangeOptions: Sendable {
    /// Whether the body is buffered or streamed.
    public var delivery: BodyDelivery
    /// When the response must have arrived: all of it for a buffered delivery, its head for a streamed one. `nil` for
    /// no deadline.
    public let deadline: Deadline?
    /// Whether the exchange needs a new connection, because the server may be about to close the one that the last
    /// attempt used. A transport that can't choose its connection ignores this.
    public var needsFreshConnection = false
    /// The clock of ``deadline``; `nil` without a deadline.
    let time: (any TimeSource)?

    /// Options without a deadline.
    public init(_ delivery: BodyDelivery) {
        (self.delivery, deadline, time) = (delivery, nil, nil)
    }

    /// Options with an optional deadline.
    /// - Parameter time: the clock of `deadline`.
    public init(_ delivery: BodyDelivery, by deadline: Deadline?, on time: any TimeSource) {
        (self.delivery, self.deadline, self.time) = (delivery, deadline, deadline == nil ? nil : time)
    }

    /// Calls `fire` at the deadline, unless the timer is cancelled first. Returns `nil` without a deadline.
    public func setTimer(_ fire: @escaping @Sendable () -> Void) -> DeadlineTimer? {
        guard let deadline, let time else { return nil }
        return time.setTimer(at: deadline.moment, fire)
    }
}

/// How a response's body is delivered.
public enum BodyDelivery: Sendable, Equatable {
    /// Complete, at most `limit` bytes. All interceptors see a complete response: deadlines cover the body, and a
    /// truncated body counts as a failed attempt.
    case buffered(limit: Int)
    /// In pieces, as they arrive.
    case streamed
}
