import Foundation
import TestSupport
import Testing

@testable import Networking

@Suite("Event messages")
struct SentenceTests {
    /// Text from a server, the network stack or a caller, which no log may repeat.
    private static let unshown = "unshown"

    private static let causes =
        UserMessageTests.causes(reason: unshown) + [.status(failure(503)), .refresh(failure(400))]

    private static let reasons: [RetryReason] = [
        .throttled, .status(503), .notConnected, .notSent, .connectionLost, .truncatedResponse, .timeout,
    ]
    private static let refusals: [RetryRefusal] = [
        .notRetryable, .unsafeMethod, .bodySpent, .attemptsUsedUp(3),
        .retryAfterTooLong(.seconds(90), limit: .seconds(5)),
        .deadlineTooNear(delay: .seconds(2), left: .seconds(1)), .budgetEmpty, .circuitOpen, .credential,
    ]

    private static let kinds: [CallEvent.Kind] =
        [
            .started(method: "GET", url: "https://a.example/"), .attemptStarted(number: 1), .responded(status: 200),
            .credentialRefused(willRefresh: true), .credentialRefused(willRefresh: false), .refreshStarted,
            .refreshFinished, .credentialExpiring(willWait: true), .credentialExpiring(willWait: false),
            .waitingForRefresh,
            .waitingForOtherProcess, .takenFromOtherProcess, .refreshSuppressed(.justRefreshed),
            .credentialNotRemoved(reason: "The disk is full."), .resent, .notResent(reason: "the body is spent"),
            .redirected(status: 301, url: "https://b.example/"), .redirectNotFollowed(status: 302, reason: nil),
            .headersStripped(names: ["X-Key"]), .credentialWithheld,
            .deprecated(DeprecationNotice(deprecation: .unreadable)),
            .bodyEnded, .finished, .custom(AnyCustomEvent(QuotaEvent(left: 3))),
        ]
        + reasons.map { .retryScheduled(attempt: 2, delay: .seconds(1), $0) } + refusals.map { .notRetried($0) }
        + [CircuitChange.opened(.seconds(5)), .halfOpened, .closed].map { .circuit($0) }
        + UserMessageTests.redirects.map { .redirectNotFollowed(status: 302, reason: $0) }
        + causes.flatMap { cause -> [CallEvent.Kind] in
            [.attemptFailed(cause), .refreshFailed(cause), .refreshSuppressed(.justFailed(cause)), .failed(cause)]
        }

    @Test("each event has a message of one line without external text", arguments: kinds)
    func sentences(kind: CallEvent.Kind) {
        #expect(kind.message.count > 2)
        for external in [Self.unshown, "\n", "Optional"] { #expect(!kind.message.contains(external)) }
    }

    @Test("no two events have the same message, except failures whose causes have the same name")
    func different() {
        let sentences = Self.kinds.filter { !isFailure($0) }.map(\.message)
        #expect(Set(sentences).count == sentences.count)
    }

    /// A new case stops this from compiling: add it to `kinds`.
    private func isFailure(_ kind: CallEvent.Kind) -> Bool {
        switch kind {
        case .attemptFailed, .refreshFailed, .refreshSuppressed(.justFailed), .failed: true
        case .started, .custom, .attemptStarted, .responded, .credentialRefused, .refreshStarted, .refreshFinished,
            .credentialExpiring, .waitingForRefresh, .waitingForOtherProcess, .takenFromOtherProcess,
            .refreshSuppressed, .credentialNotRemoved, .resent, .notResent, .redirected, .redirectNotFollowed,
            .headersStripped, .credentialWithheld, .deprecated, .retryScheduled, .notRetried, .bodyEnded, .circuit,
            .finished:
            false
        }
    }

    @Test("an event message contains the values that a reader needs")
    func metadata() {
        let date = Date(timeIntervalSince1970: 0)
        let page = URL(string: "https://a.example/why")
        let notice = DeprecationNotice(deprecation: .at(date), sunset: .unreadable, deprecationLink: page)
        let sentences: [(CallEvent.Kind, String)] = [
            (.deprecated(notice), HTTPDate.format(date)), (.deprecated(notice), "an unreadable date"),
            (.deprecated(notice), "https://a.example/why"),
            (.deprecated(DeprecationNotice(sunset: .at(date), sunsetLink: page)), "see https://a.example/why"),
            (.headersStripped(names: ["A", "B"]), "A, B"),
            // An expired deadline leaves no time, rather than a negative one.
            (.notRetried(.deadlineTooNear(delay: .seconds(1), left: .seconds(-4))), "the deadline is in 0.0 ms"),
            (.failed(.status(Self.failure(503))), "503"), (.redirectNotFollowed(status: 302, reason: nil), "policy"),
        ]
        for (kind, words) in sentences { #expect(kind.message.contains(words), "\(kind.message)") }
    }

    @Test(
        "a deprecation message's URL has neither query nor fragment, because a gateway may repeat the request's",
        arguments: ["?key=canary", "?canary", "#canary", "?#canary", "?x=%3F&key=canary#canary"])
    func linkWithoutQuery(tail: String) {
        let link = URL(string: "https://a.example/why" + tail)
        for notice in [DeprecationNotice(deprecationLink: link), DeprecationNotice(sunsetLink: link)] {
            #expect(notice.message == "see https://a.example/why")
        }
    }

    private static func failure(_ status: Int) -> HTTPFailure {
        HTTPFailure(
            status: status, code: unshown, message: unshown, fields: [.init(field: unshown, message: unshown)])
    }
}
