import Foundation

/// How far this machine's calendar was moved since a credential came, as one server's `Date` fields (RFC 9110 section
/// 6.6.1) betray it.
///
/// A credential's end is told by this machine's calendar. A calendar that is wrong by the same amount all the time does no
/// harm, so the first comparison after a credential came is the measure, and only what later ones differ from it counts.
struct ClockSkew {
    /// The server's calendar less this machine's, in seconds: a range, for `Date` is cut to whole seconds, and the
    /// answer was under way for a while.
    struct Offset: Equatable {
        let least: TimeInterval
        let most: TimeInterval

        /// `nil` where this machine's calendar was set back between the two moments.
        init?(date: Date, sentAt: Date, receivedAt: Date) {
            least = date.timeIntervalSince(receivedAt)
            most = date.timeIntervalSince(sentAt) + 1
            guard least <= most else { return nil }
        }

        /// By how much this one lies beyond `other` for certain, with the sign of the difference.
        func shift(from other: Offset) -> TimeInterval {
            if least > other.most { return least - other.most }
            return most < other.least ? most - other.least : 0
        }
    }

    /// Between two looks at `Date`, on the uptime: a calendar is seldom moved, and reading a field costs.
    static let interval = Duration.seconds(60)

    /// Which credential the comparisons are about.
    private var number = 1
    private var first: Offset?
    private var last: Offset?
    private var lookedAt: Duration?

    /// In seconds, to be added to this machine's calendar to read it as it was when the credential came.
    var correction: TimeInterval {
        guard let first, let last else { return 0 }
        return last.shift(from: first)
    }

    /// The current credential is `number`: if it has just come, its measure is taken anew.
    mutating func begin(with number: Int?) {
        guard let number, number != self.number else { return }
        (self.number, first, last, lookedAt) = (number, nil, nil, nil)
    }

    /// Whether an answer's `Date` is worth reading; whoever is told so reads it, and the next one is not before
    /// ``interval`` has passed, even if there was none.
    mutating func isDue(at monotonicTime: Duration) -> Bool {
        if let lookedAt, monotonicTime - lookedAt < Self.interval { return false }
        lookedAt = monotonicTime
        return true
    }

    /// Takes note of a comparison.
    mutating func note(_ offset: Offset) {
        if first == nil { first = offset }
        last = offset
    }
}
