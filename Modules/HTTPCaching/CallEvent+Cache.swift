public import Networking

extension CacheEvent: CustomEvent {
    public var name: String { "cache" }

    public var fields: [String: String] {
        switch self {
        case .served(let age): ["decision": "served", "age": age.short]
        case .servedStale(let age): ["decision": "servedStale", "age": age.short]
        case .missed: ["decision": "missed"]
        case .revalidated: ["decision": "revalidated"]
        case .stored: ["decision": "stored"]
        case .notStored(let obstacle): ["decision": "notStored", "reason": obstacle.message]
        case .invalidated: ["decision": "invalidated"]
        case .storeFailed(let reason): ["decision": "storeFailed", "reason": reason]
        }
    }
}

extension CallEvent.Kind {
    /// An event that reports a decision of the response cache.
    public static func cache(_ event: CacheEvent) -> Self { .custom(AnyCustomEvent(event)) }

    /// The response cache's decision; `nil` for any other event.
    public var cacheEvent: CacheEvent? {
        if case .custom(let event) = self { event.base as? CacheEvent } else { nil }
    }
}
