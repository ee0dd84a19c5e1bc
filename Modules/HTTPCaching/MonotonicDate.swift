import Foundation
import Primitives

/// The wall clock as it was at the start, advanced by the monotonic clock: setting the system time does not change the
/// age of a stored response.
///
/// Between two runs of a program only the system's wall clock exists. If it was wrong in the first run, the server's
/// Date field corrects the age of a response, or the response is requested again because it seems too old or from the
/// future. If it is slow in the second run, a response can seem too young.
struct MonotonicDate: Sendable {
    private let time: any TimeSource
    private let start: Date

    init(_ time: any TimeSource) {
        self.time = time
        start = time.now.addingTimeInterval(-(time.monotonicTime / .seconds(1)))
    }

    /// The monotonic clock of the time source.
    var monotonicTime: Duration { time.monotonicTime }

    var now: Date { date(at: monotonicTime) }

    /// The arrival, now, of the response to a request that was sent at `start` of ``monotonicTime``.
    func arrival(after start: Duration) -> CacheStorageRules.Arrival {
        let end = time.monotonicTime
        return CacheStorageRules.Arrival(moment: date(at: end), delay: end - start)
    }

    private func date(at moment: Duration) -> Date { start.addingTimeInterval(moment / .seconds(1)) }
}
