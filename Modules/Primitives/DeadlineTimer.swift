/// Cancels a timer that was set with ``TimeSource/setTimer(at:_:)``.
public struct DeadlineTimer: Sendable {
    private let action: @Sendable () -> Void

    /// - Parameter cancel: removes the timer. It may be called several times, even after the timer has fired.
    public init(cancel: @escaping @Sendable () -> Void) {
        action = cancel
    }

    /// Prevents the timer from firing, unless another thread is firing it already.
    public func cancel() {
        action()
    }
}
