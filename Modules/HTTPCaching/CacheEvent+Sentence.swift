import Networking

extension CacheEvent {
    /// One line for developers.
    public var message: String {
        switch self {
        case .served(let age): "answered, \(age.short) old"
        case .servedStale(let age): "answered though stale, \(age.short) old"
        case .missed: "nothing kept"
        case .revalidated: "still holds"
        case .stored: "kept"
        case .notStored(let obstacle): "not kept: \(obstacle.message)"
        case .invalidated: "forgotten after a change"
        case .storeFailed(let reason): "store failed: \(reason)"
        }
    }
}

extension CacheEvent.Obstacle {
    var message: String {
        switch self {
        case .forbidden: "the server forbids it"
        case .status(let status): "status \(status)"
        case .redirected: "the answer is another URI's"
        case .tooLarge: "too large"
        case .varies: "it varies by more than can be told apart"
        case .notReusable: "neither fresh nor to be asked about"
        case .overtaken: "a change overtook it"
        case .sessionEnded: "the session has ended"
        }
    }
}
