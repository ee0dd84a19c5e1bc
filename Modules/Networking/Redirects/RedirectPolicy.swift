/// Which redirects a call follows.
public enum RedirectPolicy: Sendable, Equatable {
    /// Follows no redirect: the redirect response is returned to the caller.
    case never
    /// Follows at most `limit` redirects in a row; one more fails the call. The default of 20 is the limit of browsers
    /// (Fetch standard).
    case follow(limit: Int = 20)
}
