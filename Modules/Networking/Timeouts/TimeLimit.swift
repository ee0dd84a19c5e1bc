public import Primitives

/// The moment by which something must have ended, with the clock that it is measured on.
public struct TimeLimit: Sendable {
    /// On ``time``'s uptime.
    public let moment: Duration
    public let time: any TimeSource

    /// A limit from its parts.
    public init(_ moment: Duration, on time: any TimeSource) {
        self.moment = moment
        self.time = time
    }

    /// Calls `ring` once the moment has come, unless the alarm is turned off before.
    public func setAlarm(_ ring: @escaping @Sendable () -> Void) -> Alarm {
        time.setAlarm(at: moment, ring)
    }
}
