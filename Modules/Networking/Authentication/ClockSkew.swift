import Foundation

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

        /// `nil` if this machine's wall clock was set back between `sentAt` and `receivedAt`.
        init?(date: Date, sentAt: Date, receivedAt: Date) {
            least = date.timeIntervalSince(receivedAt)
            most = date.timeIntervalSince(sentAt) + 1
            guard least <= most else { return nil }
        }

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

    /// Records a measured offset.
    mutating func note(_ offset: Offset) {
        if first == nil { first = offset }
        last = offset
    }
}
