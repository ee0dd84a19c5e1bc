public import Primitives

/// How an exchange delivers its response, and by when.
public struct ExchangeOptions: Sendable {
    public var delivery: BodyDelivery
    /// When the response must have arrived: all of it for a buffered delivery, its head for a streamed one. `nil` for no
    /// deadline.
    public let deadline: Deadline?
    /// The clock of ``deadline``; `nil` without one.
    let time: (any TimeSource)?

    /// Terms without a deadline.
    public init(_ delivery: BodyDelivery) {
        (self.delivery, deadline, time) = (delivery, nil, nil)
    }

    /// - Parameter time: the clock of `deadline`.
    public init(_ delivery: BodyDelivery, by deadline: Deadline?, on time: any TimeSource) {
        (self.delivery, self.deadline, self.time) = (delivery, deadline, deadline == nil ? nil : time)
    }

    /// Calls `fire` at the deadline, unless the timer is cancelled first; `nil` without a deadline.
    public func setTimer(_ fire: @escaping @Sendable () -> Void) -> DeadlineTimer? {
        guard let deadline, let time else { return nil }
        return time.setTimer(at: deadline.moment, fire)
    }
}
