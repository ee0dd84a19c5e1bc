import Foundation

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

/// How far this machine's wall clock has been changed since a credential was received, measured with one server's
/// `Date` fields (RFC 9110 section 6.6.1).
///
/// A credential's expiry is a moment on this machine's wall clock. A clock with a constant error does no harm. So the
/// first comparison after a credential was received is the baseline, and only later changes count.
struct ClockSkew {
    /// The server's time minus this machine's, in seconds. It is a range, because `Date` has whole seconds only and the
    /// response took time to arrive.
    struct Offset: Equatable {
        let least: TimeInterval
        let most: TimeInterval

        /// The offset of a response with these fields. `nil` without a date, for a response from a cache between client and
        /// server, which has the date at which the server generated it, and if this machine's wall clock was set back
        /// meanwhile.
        init?(date: String?, age: String?, sentAt: Date, receivedAt: Date) {
            guard age == nil, let date = date.flatMap(HTTPDate.parse) else { return nil }
            self.init(date: date, sentAt: sentAt, receivedAt: receivedAt)
        }

        /// `nil` if this machine's wall clock was set back between `sentAt` and `receivedAt`.
        init?(date: Date, sentAt: Date, receivedAt: Date) {
            least = date.timeIntervalSince(receivedAt)
            most = date.timeIntervalSince(sentAt) + 1
            guard least <= most else { return nil }
        }

        /// The smallest number of seconds by which the server's clock can be ahead; negative if it is behind.
        var seconds: TimeInterval { least > 0 ? least : min(most, 0) }

        /// The smallest difference between this offset and `other`, with its sign; 0 if the ranges overlap.
        func shift(from other: Offset) -> TimeInterval {
            if least > other.most { return least - other.most }
            return most < other.least ? most - other.least : 0
        }
    }

    /// The least time between two readings of `Date`: wall clocks rarely change, and reading a field is expensive.
    static let interval = Duration.seconds(60)

    /// The number of the credential that the offsets belong to.
    private var number = 1
    private var first: Offset?
    private var last: Offset?
    private var lastReading: Duration?

    /// The seconds to add to this machine's wall clock to undo its changes since the credential was received.
    var correction: TimeInterval {
        guard let first, let last else { return 0 }
        return last.shift(from: first)
    }

    /// Starts over with a new baseline if `number` belongs to a new credential.
    mutating func begin(with number: Int?) {
        guard let number, number != self.number else { return }
        (self.number, first, last, lastReading) = (number, nil, nil, nil)
    }

    /// Whether to read the `Date` of a response now. Once this returns `true`, it returns `false` for ``interval``,
    /// even if the response had no `Date`.
    mutating func isDue(at monotonicTime: Duration) -> Bool {
        if let lastReading, monotonicTime - lastReading < Self.interval { return false }
        lastReading = monotonicTime
        return true
    }

    mutating func note(_ offset: Offset) {
        if first == nil { first = offset }
        last = offset
    }
}
