import Foundation
import HTTPTypes

/// Reads the Retry-After field (RFC 9110 section 10.2.3).
enum RetryAfter {
    /// The wait that a response requests, never negative; `nil` for none or an invalid one.
    ///
    /// A date is compared with the response's own Date, so that a wrong local clock does not matter.
    /// - Parameter now: this machine's wall clock, for a response without Date.
    static func wait(in fields: HTTPFields, now: Date) -> Duration? {
        guard let text = fields[.retryAfter]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // More digits than an integer can hold still mean a very long time.
            return .seconds(min(Int64(text) ?? .max, longest))
        }
        let sent = fields[.date].flatMap(HTTPDate.parse) ?? now
        guard let end = HTTPDate.parse(text) else { return nil }
        return .seconds(min(max(end.timeIntervalSince(sent), 0), Double(longest)))
    }

    /// A century, far above every caller's limit.
    private static let longest: Int64 = 3_155_760_000
}
