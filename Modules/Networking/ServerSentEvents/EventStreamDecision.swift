/// A decision of an ``EventStream`` that its monitor receives.
public enum EventStreamDecision: CustomEvent {
    /// The stream connects again after a delay. The cause is `nil` if the server had completed its response.
    case reconnecting(after: Duration, because: NetworkError.Cause?)

    public var name: String { "eventStream" }

    public var fields: [String: String] {
        switch self {
        case .reconnecting(let delay, let cause):
            ["decision": "reconnecting", "wait": delay.short, "cause": cause?.name ?? "response ended"]
        }
    }

    public var message: String {
        switch self {
        case .reconnecting(let delay, let cause):
            "stream interrupted (\(cause?.name ?? "response ended")), reconnecting in \(delay.short)"
        }
    }
}

extension CallEvent.Kind {
    /// An event that reports a decision of an event stream.
    public static func eventStream(_ decision: EventStreamDecision) -> Self { .custom(AnyCustomEvent(decision)) }
}
