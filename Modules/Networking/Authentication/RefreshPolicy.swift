/// When an authority renews its credential, and when it holds back.
public struct RefreshPolicy: Sendable, Equatable {
    /// How long before its end a credential is renewed, while calls still go on with it; at most a quarter of what was left
    /// when this process first used it, so that a short life is not spent renewing. `zero` waits for the end.
    public var margin: Duration
    /// How long a renewed credential is not renewed again, even if it is refused: a server that refuses what it has just
    /// given out will refuse the next one too. At most half of the credential's life.
    public var window: Duration
    /// How long a renewal that failed answers for the next one, with the same failure.
    public var pause: Duration

    /// The defaults: a margin of 30 seconds, longer than a call takes; a window of 10 seconds, so a server gone mad sees six
    /// renewals a minute at most; a pause of one second, the first delay after an overload.
    public init(
        margin: Duration = .seconds(30), window: Duration = .seconds(10), pause: Duration = .seconds(1)
    ) {
        self.margin = margin
        self.window = window
        self.pause = pause
    }
}
