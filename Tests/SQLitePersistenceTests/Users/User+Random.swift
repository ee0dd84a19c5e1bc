import Foundation
import Models
import Primitives

extension User {
    /// A user whose every field is drawn: names in several scripts, dates to the millisecond in 9999 years.
    static func random(id: String, from random: any RandomSource) throws -> User {
        try User(
            id: ID(id), name: DisplayName(text(from: random, length: 1...12)),
            email: EmailAddress("\(id)@example.com"), role: random.next().isMultiple(of: 2) ? .member : .admin,
            about: optional(from: random) { text(from: random, length: 0...80) },
            avatarURL: optional(from: random) { URL(string: "https://cdn.example.com/\(random.next())") } ?? nil,
            createdAt: optional(from: random) { date(from: random) },
            updatedAt: optional(from: random) { date(from: random) })
    }

    private static func optional<Value>(from random: any RandomSource, _ value: () -> Value) -> Value? {
        random.next().isMultiple(of: 4) ? nil : value()
    }

    private static func text(from random: any RandomSource, length: ClosedRange<Int>) -> String {
        let letters = ["a", "Z", "é", "e\u{301}", "ß", "李", "\u{FF21}", "\u{1D49C}", "👩‍👩‍👧", "'", "\"", "%", "\\", "0"]
        let count = length.lowerBound + Int(random.next() % UInt64(length.count))
        return (0..<count).map { _ in letters[Int(random.next() % UInt64(letters.count))] }.joined()
    }

    private static func date(from random: any RandomSource) -> Date {
        let milliseconds = -62_135_596_800_000 + Int64(random.next() % 315_537_897_600_000)
        return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}
