/// The moment at which a call ends, and the timeout that it then throws.
public struct Deadline: Sendable, Equatable {
    /// When the call ends, on the monotonic clock of its time source.
    public let moment: Duration
    /// The limit that sets this deadline, and its length.
    public let timeout: NetworkError.Timeout

    /// - Parameter start: when `timeout` begins, on the monotonic clock of the call's time source.
    public init(_ timeout: NetworkError.Timeout, from start: Duration) {
        moment = start + timeout.duration
        self.timeout = timeout
    }
}
