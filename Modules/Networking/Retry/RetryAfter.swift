import Foundation
import HTTPTypes

/// How long a server asks to be left alone (RFC 9110 section 10.2.3).
enum RetryAfter {
    /// The wait that a response asks for, never negative; `nil` where it asks for none or in no valid form.
    ///
    /// A date is measured against the response's own Date, so that a clock that is wrong here changes nothing.
    /// - Parameter now: by this machine's calendar, for a response without Date.
    static func wait(in fields: HTTPFields, now: Date) -> Duration? {
        guard let text = fields[.retryAfter]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // More digits than a number holds still mean a very long time.
            return .seconds(min(Int64(text) ?? .max, longest))
        }
        let sent = fields[.date].flatMap(HTTPDate.parse) ?? now
        guard let end = HTTPDate.parse(text) else { return nil }
        return .seconds(min(max(end.timeIntervalSince(sent), 0), Double(longest)))
    }

    /// A century; every caller's limit is far below.
    private static let longest: Int64 = 3_155_760_000
}
