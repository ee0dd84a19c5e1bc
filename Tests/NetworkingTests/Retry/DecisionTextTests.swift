import TestSupport
import Testing

@testable import Networking

@Suite("Descriptions of retry decisions")
struct DecisionTextTests {
    static let reasons: [RetryReason] = [
        .throttled, .status(503), .notConnected, .notSent, .connectionLost, .truncatedResponse, .timeout,
    ]
    static let refusals: [RetryRefusal] = [
        .notRetryable, .unsafeMethod, .bodySpent, .attemptsUsedUp(3),
        .retryAfterTooLong(.seconds(90), limit: .seconds(5)),
        .deadlineTooNear(delay: .seconds(2), left: .seconds(1)), .budgetEmpty, .circuitOpen, .credential,
    ]
    static let changes: [CircuitChange] = [.opened(.seconds(5)), .halfOpened, .closed]

    @Test("each retry decision has a distinct description in a few words, to follow a colon")
    func sentences() {
        let texts =
            Self.reasons.map(\.description) + Self.refusals.map(\.description) + Self.changes.map(\.description)
        for text in texts {
            #expect(!text.hasSuffix(".") && text.first?.isLowercase == true && text.count > 10, "\(text)")
        }
        #expect(Set(texts).count == texts.count)
    }

    @Test("an expired deadline leaves no time, rather than a negative one")
    func passed() {
        let text = RetryRefusal.deadlineTooNear(delay: .seconds(1), left: .seconds(-4)).description
        #expect(text.contains("the deadline is in 0.0 ms"))
        #expect(!text.contains("-"))
    }

    @Test(
        "an open circuit reports the remaining time in whole seconds",
        arguments: [
            (Duration.zero, "a second"), (.milliseconds(3), "a second"), (.seconds(1), "a second"),
            (.milliseconds(1_001), "2 seconds"), (.seconds(5), "5 seconds"),
        ])
    func circuit(retryAfter: Duration, expected: String) {
        let error = NetworkError.fixture(.circuitOpen(retryAfter: retryAfter))
        #expect(error.userMessage == "The server keeps failing, so nothing was sent. Try again in \(expected).")
    }
}
