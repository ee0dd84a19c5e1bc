import Networking

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
