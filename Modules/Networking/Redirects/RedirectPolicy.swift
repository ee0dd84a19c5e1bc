/// Whether a call goes where a server sends it on to.
public enum RedirectPolicy: Sendable, Equatable {
    /// Every redirect is the call's answer.
    case never
    /// Follows up to `limit` redirects in a row; one more fails the call. The default of 20 is what browsers allow (the
    /// Fetch standard's number).
    case follow(limit: Int = 20)
}
