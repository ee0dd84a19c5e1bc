/// What became of an origin's circuit.
public enum CircuitChange: Sendable, Equatable {
    /// Too many attempts failed: calls fail at once for this long.
    case opened(Duration)
    /// This call is let through to see whether the server is well again.
    case halfOpened
    /// The server is well again.
    case closed
}

extension CircuitChange: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .opened(let pause): "The server keeps failing and is left alone for \(pause.short)."
        case .halfOpened: "One request is let through to see whether the server is well again."
        case .closed: "The server is well again."
        }
    }
}
