import Foundation
import Models

/// Ten thousand users with two dates each, through each way in which Foundation reads dates.
enum DecodingMeasure {
    static func measure(users count: Int) throws -> Measure {
        let data = try makeUsers(count)
        let ours = JSONCoding()
        let formatted = JSONDecoder()
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'"
        formatted.dateDecodingStrategy = .formatted(formatter)
        let standard = JSONDecoder()
        standard.dateDecodingStrategy = .iso8601
        let plain = JSONDecoder()
        return Measure(
            "decoding", "Decoding \(count) users with two dates each", repetitions: 1,
            [
                Contender("JSONCoding") { _ in
                    try check(ours.decode([WireUser<Timestamp>].self, from: data).count, count)
                },
                Contender(".formatted(DateFormatter)") { _ in
                    try check(formatted.decode([WireUser<Date>].self, from: data).count, count)
                },
                Contender(".iso8601") { _ in try check(standard.decode([WireUser<Date>].self, from: data).count, count)
                },
                Contender("dates left as strings") { _ in
                    try check(plain.decode([WireUser<String>].self, from: data).count, count)
                },
            ])
    }

    /// Whole seconds in UTC: the one form that all of them can read.
    private static func makeUsers(_ count: Int) throws -> Data {
        try JSONEncoder().encode(
            (0..<count).map { number in
                WireUser(
                    id: UUID().uuidString, email: "user\(number)@example.com", name: "User \(number)", role: "member",
                    description: "The \(number)th of many.", avatarURL: nil,
                    createdAt: "2026-01-\(10 + number % 20)T03:04:05Z",
                    updatedAt: "2026-11-\(10 + number % 20)T21:22:23Z")
            })
    }

    private static func check(_ count: Int, _ expected: Int) throws {
        guard count == expected else { throw BenchmarkFailure("\(count) users instead of \(expected)") }
    }
}
