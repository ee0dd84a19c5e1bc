public import Networking

/// A decision of the response cache about one call. Contains no URL, header or body.
public enum CacheEvent: Sendable, Equatable {
    /// A stored response was returned without contacting the server.
    case served(age: Duration)
    /// A stale stored response was returned, because the caller allowed it, or because the server failed and had
    /// allowed it for that case.
    case servedStale(age: Duration)
    /// No stored response could be used. The call goes to the server, unless the caller has forbidden that.
    case missed
    /// The server confirmed that the stored response is still valid.
    case revalidated
    /// The response was stored.
    case stored
    /// The response was not stored.
    case notStored(Obstacle)
    /// A call with an unsafe method succeeded: the stored responses for its URI, and for the URIs in Location and
    /// Content-Location, were removed.
    case invalidated
    /// The store failed; `reason` is the store's own sentence. The call continued without the store.
    case storeFailed(reason: String)

    /// Why a response was not stored.
    public enum Obstacle: Error, Sendable, Equatable {
        /// The server sent `no-store`, or a field that might mean it.
        case forbidden
        /// Responses with this status are not stored.
        case status(Int)
        /// The body reports a failure of the call, or of a part of it.
        case incomplete
        /// The response is from another URI, after a redirect.
        case redirected
        /// The body is larger than the cache's limit.
        case tooLarge
        /// The response varies by request fields that the cache can't or must not compare.
        case varies
        /// The response is not fresh, and has no validator with which the server could confirm it.
        case notReusable
        /// The resource changed while the request was running.
        case overtaken
        /// The session ended while the request was running.
        case sessionEnded
    }
}

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

extension CacheEvent {
    /// The event as one line for developers.
    public var message: String {
        switch self {
        case .served(let age): "cache hit: response is \(age.short) old"
        case .servedStale(let age): "stale cache hit: response is \(age.short) old"
        case .missed: "cache miss"
        case .revalidated: "cached response is still valid"
        case .stored: "response cached"
        case .notStored(let obstacle): "response not cached: \(obstacle.message)"
        case .invalidated: "cached responses removed after a change"
        case .storeFailed(let reason): "cache failed: \(reason)"
        }
    }
}

extension CacheEvent.Obstacle {
    var message: String {
        switch self {
        case .forbidden: "the server does not allow it"
        case .status(let status): "status \(status)"
        case .incomplete: "it is not complete"
        case .redirected: "it is from another URI"
        case .tooLarge: "its body is too large"
        case .varies: "it varies by fields that the cache does not compare"
        case .notReusable: "it is not fresh and has no validator"
        case .overtaken: "the resource changed while the request was running"
        case .sessionEnded: "the session has ended"
        }
    }
}
