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
    /// The change as one sentence in English.
    public var description: String {
        switch self {
        case .opened(let pause): "The server keeps failing, so no requests are sent to it for \(pause.short)."
        case .halfOpened: "One request is sent to test whether the server has recovered."
        case .closed: "The server has recovered."
        }
    }
}
