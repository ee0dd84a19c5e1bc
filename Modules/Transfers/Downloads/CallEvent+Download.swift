public import Networking

extension DownloadDecision: CustomEvent {
    public var name: String { "download" }

    public var fields: [String: String] {
        switch self {
        case .resumed(let offset): ["decision": "resumed", "bytes": "\(offset)"]
        case .restarted(let reason): ["decision": "restarted", "reason": reason.message]
        case .interrupted(let offset, let wait):
            ["decision": "interrupted", "bytes": "\(offset)", "wait": wait.short]
        case .gaveUp(let tries): ["decision": "gaveUp", "tries": "\(tries)"]
        }
    }
}

extension CallEvent.Kind {
    /// An event that reports a decision of a download.
    public static func download(_ decision: DownloadDecision) -> Self { .custom(AnyCustomEvent(decision)) }

    /// The download's decision; `nil` for any other event.
    public var downloadDecision: DownloadDecision? {
        if case .custom(let event) = self { event.base as? DownloadDecision } else { nil }
    }
}
