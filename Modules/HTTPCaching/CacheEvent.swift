/// What a response cache decided for a call. Holds no URL, header or body.
public enum CacheEvent: Sendable, Equatable {
    /// Answered without asking the server.
    case served(age: Duration)
    /// Answered with a response that was no longer fresh: the caller allowed it, or the server failed and had allowed
    /// it.
    case servedStale(age: Duration)
    /// Nothing kept could answer; the server is asked unless the caller forbade it.
    case missed
    /// The server said that the kept response still holds.
    case revalidated
    case stored
    case notStored(Obstacle)
    /// An unsafe call succeeded: what was kept for the URIs that it concerns is forgotten.
    case invalidated
    /// The store failed; the call went on without it. The reason is the store's.
    case storeFailed(reason: String)

    /// Why an answer was not kept.
    public enum Obstacle: Error, Sendable, Equatable {
        /// The server said `no-store`, or something that might mean it.
        case forbidden
        /// Answers with this status aren't kept.
        case status(Int)
        /// The answer is another URI's.
        case redirected
        /// The body is larger than the cache takes.
        case tooLarge
        /// It depends on more than the cache can or may tell apart.
        case varies
        /// It is not fresh, and there is nothing by which the server could be asked whether it still holds.
        case notReusable
        /// What was asked for changed while the answer was under way.
        case overtaken
        /// The session ended while the answer was under way.
        case sessionEnded
    }
}
