import Foundation
import Persistence

extension Date {
    /// The column's form: whole microseconds since 1970, rounded to the nearest. A date of whole milliseconds comes
    /// back equal in every year that RFC 3339 can write; a `Date` from the clock holds fractions of a microsecond,
    /// which are not kept.
    func microseconds() throws(StoreError) -> Int64 {
        let seconds = timeIntervalSince1970
        let whole = seconds.rounded(.down)
        let fraction = ((seconds - whole) * 1_000_000).rounded()
        // Not every number is a date that fits: a server may say that a token lives for 1e300 seconds.
        guard let wholeSeconds = Int64(exactly: whole) else { throw .failed(reason: Self.outOfRange) }
        let (scaled, overflow) = wholeSeconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, carry) = scaled.addingReportingOverflow(Int64(fraction))
        guard !overflow, !carry else { throw .failed(reason: Self.outOfRange) }
        return sum
    }

    /// The date of a column's value.
    init(microseconds: Int64) {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        // Seconds and fraction apart: as one number they would have more digits than a `Double` after the year 2255.
        let (whole, rest) = remainder < 0 ? (quotient - 1, remainder + 1_000_000) : (quotient, remainder)
        self.init(timeIntervalSince1970: Double(whole) + Double(rest) / 1_000_000)
    }

    private static var outOfRange: String { "A date is too far from 1970 to be kept." }
}
