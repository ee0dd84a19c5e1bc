import Foundation
import HTTPTypes

/// The rate limit of feedback at a ``FakeBackend``, which is the server's default: 20 messages of a member, or of all
/// guests together, in 10 minutes from the first.
struct FakeFeedbackLimit: Sendable {
    private var windows: [String?: Window] = [:]

    private struct Window {
        var count = 0
        let end: Date
    }

    /// Counts one message.
    ///
    /// - Parameter author: the member's id, or `nil` for a guest.
    mutating func count(_ author: String?, now: Date) throws(FakeProblem) {
        let current = windows[author].flatMap { $0.end > now ? $0 : nil }
        var window = current ?? Window(end: now.addingTimeInterval(10 * 60))
        guard window.count < 20 else {
            throw .tooManyRequests(retryAfter: Int(window.end.timeIntervalSince(now).rounded(.up)))
        }
        window.count += 1
        windows[author] = window
    }
}

extension FakeProblem {
    fileprivate static func tooManyRequests(retryAfter seconds: Int) -> Self {
        Self(
            status: .tooManyRequests, code: "too_many_requests", title: "Too many requests",
            detail: "You have sent too many of these requests. Try again later.",
            fields: [.retryAfter: String(seconds)])
    }
}
