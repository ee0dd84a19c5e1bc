/// When a ``CredentialProvider`` refreshes its credential, and how soon it may refresh again.
public struct RefreshPolicy: Sendable, Equatable {
    /// How long before its expiry a credential is refreshed, while calls continue to use it. At most a quarter of the
    /// time that was left when this process first used it, so that short-lived tokens are not refreshed constantly.
    /// `zero` refreshes only after expiry.
    public var margin: Duration
    /// How long after a refresh no call starts another, even if the server refuses the new token: a server that refuses
    /// a token that it has just issued will refuse the next one too. At most half of the credential's lifetime.
    public var window: Duration
    /// How long calls get the same failure after a failed refresh, before a call tries again.
    public var pause: Duration

    /// The default margin is longer than most calls take. The default window limits a server that refuses every token
    /// to six refreshes a minute. The default pause equals the default of ``RetryPolicy/throttledBaseDelay``, the bound
    /// of the first retry delay after a 429.
    public init(
        margin: Duration = .seconds(30), window: Duration = .seconds(10), pause: Duration = .seconds(1)
    ) {
        self.margin = margin
        self.window = window
        self.pause = pause
    }
}
