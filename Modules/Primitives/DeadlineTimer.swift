/// A timer that a ``TimeSource`` has set, for the code that may have to cancel it.
public struct DeadlineTimer: Sendable {
    private let action: @Sendable () -> Void

    /// - Parameter cancel: removes the timer. It may run several times, and after the timer has fired.
    public init(cancel: @escaping @Sendable () -> Void) {
        action = cancel
    }

    /// Prevents the timer from firing, unless another thread has begun to fire it.
    public func cancel() {
        action()
    }
}
