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
