import EngineTestSupport
import Foundation
import Models
import Testing

@Suite("Internet date and time over wide samples")
struct InternetDateTimePropertyTests {
    private static let secondsOfRange = -62_135_596_800...253_402_300_799

    @Test("every month of the years 0001 to 9999 begins on its day and ends the day before the next")
    func calendar() throws {
        // Counts days the slow way, by the rule of the Gregorian calendar, from the first day on.
        var days = -719_162
        for year in 1...9_999 {
            let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (index, length) in lengths.enumerated() {
                let month = "\(padded(year, 4))-\(padded(index + 1, 2))"
                for (day, offset) in [(1, 0), (length, length - 1)] {
                    let text = "\(month)-\(padded(day, 2))T00:00:00Z"
                    let date = Date(timeIntervalSince1970: Double(days + offset) * 86_400)
                    guard try InternetDateTime.parse(text) == date,
                        InternetDateTime.format(date, precision: .seconds) == text
                    else {
                        Issue.record("\(text) is not day \(days + offset)")
                        return
                    }
                }
                days += length
            }
        }
        #expect(days == 2_932_897)
    }

    @Test("whole milliseconds of any year survive writing and reading exactly", arguments: [1, 2, 3] as [UInt64])
    func millisecondRoundTrip(seed: UInt64) throws {
        var random = Seeded(seed: seed)
        for _ in 0..<10_000 {
            let second = Int.random(in: Self.secondsOfRange, using: &random)
            let date = Date(
                timeIntervalSince1970: Double(second * 1_000 + Int.random(in: 0...999, using: &random)) / 1_000)
            let text = try #require(InternetDateTime.format(date))
            try #require(InternetDateTime.parse(text) == date, "seed \(seed): \(text)")
        }
    }

    @Test("whole microseconds survive from 1870 to 2239", arguments: [4, 5] as [UInt64])
    func microsecondRoundTrip(seed: UInt64) throws {
        var random = Seeded(seed: seed)
        for _ in 0..<10_000 {
            let second = Int.random(in: -3_155_673_600..<8_520_336_000, using: &random)
            let microsecond = Int.random(in: 0...999_999, using: &random)
            let date = Date(timeIntervalSince1970: Double(second * 1_000_000 + microsecond) / 1_000_000)
            let text = try #require(InternetDateTime.format(date, precision: .microseconds))
            try #require(text.hasSuffix(".\(padded(microsecond, 6))Z"), "seed \(seed): \(text)")
            try #require(InternetDateTime.parse(text) == date, "seed \(seed): \(text)")
        }
    }

    @Test(
        "any date comes back within half a unit of the precision",
        arguments: zip(InternetDateTime.Precision.allCases, [0.5, 0.000_5, 0.000_000_5]))
    func error(precision: InternetDateTime.Precision, halfUnit: Double) throws {
        var random = Seeded(seed: 6)
        for _ in 0..<10_000 {
            let date = Date(timeIntervalSince1970: .random(in: -4e9...4e9, using: &random))
            let text = try #require(InternetDateTime.format(date, precision: precision))
            let error = try abs(InternetDateTime.parse(text).timeIntervalSince(date))
            // A Double of this size is itself known to a quarter of a microsecond.
            try #require(error <= halfUnit + 0.000_000_5, "\(text)")
        }
    }

    @Test("an offset and the local time that it belongs to name the instant of UTC", arguments: [9] as [UInt64])
    func offsets(seed: UInt64) throws {
        var random = Seeded(seed: seed)
        for _ in 0..<10_000 {
            let utc = Int.random(in: -60_000_000_000...250_000_000_000, using: &random)
            let minutes = Int.random(in: -1_439...1_439, using: &random)
            let local = Date(timeIntervalSince1970: Double(utc + minutes * 60))
            let text = try #require(InternetDateTime.format(local, precision: .seconds)).dropLast()
            let colon = Bool.random(using: &random) ? ":" : ""
            let offset =
                "\(minutes < 0 ? "-" : "+")\(padded(abs(minutes) / 60, 2))\(colon)\(padded(abs(minutes) % 60, 2))"
            try #require(
                InternetDateTime.parse(text + offset).timeIntervalSince1970 == Double(utc), "\(text)\(offset)")
        }
    }

    @Test("texts of one precision sort as their instants do")
    func order() throws {
        var random = Seeded(seed: 10)
        let dates = (0..<1_000).map { _ in
            Date(timeIntervalSince1970: .random(in: -62_135_596_800..<253_402_300_800, using: &random))
        }
        let texts = try dates.sorted().map { try #require(InternetDateTime.format($0)) }
        #expect(texts == texts.sorted())
    }
}

private func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: digits - text.count) + text
}

/// Repeats its numbers, so that a failure can be repeated.
private struct Seeded: RandomNumberGenerator {
    private let source: SeededRandomSource

    init(seed: UInt64) {
        source = SeededRandomSource(seed: seed)
    }

    mutating func next() -> UInt64 { source.next() }
}
