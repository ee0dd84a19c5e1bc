import Foundation
import Persistence

extension Date {
    /// The stored value: microseconds since 1970, rounded to the nearest.
    ///
    /// A date of whole milliseconds is restored exactly in every year that RFC 3339 can express. Fractions of a
    /// microsecond, as in a date from the clock, are lost.
    func microseconds() throws(StoreError) -> Int64 {
        let seconds = timeIntervalSince1970
        let whole = seconds.rounded(.down)
        let fraction = ((seconds - whole) * 1_000_000).rounded()
        // A date can be out of range: a server may send a lifetime of 1e300 seconds.
        guard let wholeSeconds = Int64(exactly: whole) else { throw .failed(reason: Self.outOfRange) }
        let (scaled, overflow) = wholeSeconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, carry) = scaled.addingReportingOverflow(Int64(fraction))
        guard !overflow, !carry else { throw .failed(reason: Self.outOfRange) }
        return sum
    }

    /// The date of a stored value.
    init(microseconds: Int64) {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        // Seconds and fraction are divided separately: after the year 2255 one number has more digits than a `Double`.
        let (whole, rest) = remainder < 0 ? (quotient - 1, remainder + 1_000_000) : (quotient, remainder)
        self.init(timeIntervalSince1970: Double(whole) + Double(rest) / 1_000_000)
    }

    private static var outOfRange: String { "A date is too far from 1970 to be stored." }
}
