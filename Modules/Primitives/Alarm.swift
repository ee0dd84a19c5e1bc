/// A call that a ``TimeSource`` will make once its moment has come.
public struct Alarm: Sendable {
    private let action: @Sendable () -> Void

    /// - Parameter turnOff: forgets the alarm; may be called several times, and after it has rung.
    public init(turnOff: @escaping @Sendable () -> Void) {
        action = turnOff
    }

    /// From here on it does not begin to ring; it may be ringing already, on another thread.
    public func turnOff() {
        action()
    }
}
