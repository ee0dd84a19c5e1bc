/// A change of an origin's circuit breaker.
public enum CircuitChange: Sendable, Equatable {
    /// Too many attempts failed, so calls fail immediately for this long.
    case opened(Duration)
    /// This call is sent to test whether the server has recovered.
    case halfOpened
    /// The server has recovered, so calls are sent again.
    case closed
}

extension CircuitChange: CustomStringConvertible {
    /// The new state and its reason, as in `circuit breaker closed: the server has recovered`.
    public var description: String {
        switch self {
        case .opened(let pause): "opened: the server keeps failing, so no requests are sent to it for \(pause.short)"
        case .halfOpened: "half-open: one request tests whether the server has recovered"
        case .closed: "closed: the server has recovered"
        }
    }
}
