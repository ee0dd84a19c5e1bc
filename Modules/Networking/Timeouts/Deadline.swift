/// The moment at which a caller stops waiting, and the timeout that the caller then gets.
public struct Deadline: Sendable, Equatable {
    /// On the call's time source (its uptime).
    public let moment: Duration
    /// Which limit it stands for, and how long that limit is.
    public let timeout: NetworkError.Timeout

    /// - Parameter start: when `timeout` begins, on the call's time source.
    public init(_ timeout: NetworkError.Timeout, from start: Duration) {
        moment = start + timeout.duration
        self.timeout = timeout
    }
}
