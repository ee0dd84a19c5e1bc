import Foundation
import Primitives

/// The calendar as it was when the program began to look at it, and from then on as time passes: setting the machine's
/// clock makes no kept answer younger or older.
///
/// Only between two runs is the machine's calendar all there is. A clock that was wrong in one of them is told by the
/// servers' Date fields, or makes an answer seem to come from the future; either way the answer is asked for again
/// rather than used for too long.
struct MonotonicDate: Sendable {
    private let time: any TimeSource
    private let start: Date

    init(_ time: any TimeSource) {
        self.time = time
        start = time.now.addingTimeInterval(-(time.monotonicTime / .seconds(1)))
    }

    /// On the time source.
    var monotonicTime: Duration { time.monotonicTime }

    var now: Date { date(at: monotonicTime) }

    /// The arrival, now, of what was asked for at `start` of ``monotonicTime``.
    func arrival(after start: Duration) -> CacheStorageRules.Arrival {
        let end = time.monotonicTime
        return CacheStorageRules.Arrival(moment: date(at: end), delay: end - start)
    }

    private func date(at moment: Duration) -> Date { start.addingTimeInterval(moment / .seconds(1)) }
}
