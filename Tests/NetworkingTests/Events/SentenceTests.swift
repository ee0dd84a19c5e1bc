import Foundation
import TestSupport
import Testing

@testable import Networking

@Suite("Event messages")
struct SentenceTests {
    /// Text from a server, the network stack or a caller, which no log may repeat.
    private static let unshown = "unshown"

    /// This text in every place that takes one, except those that only this module or a store fills.
    private static let causes: [NetworkError.Cause] =
        [
            .cancelled, .invalidRequest(reason: unshown), .timeout(.attempt(.seconds(1))),
            .timeout(.total(.seconds(1))),
            .status(failure(503)), .refresh(failure(400)),
            .decoding(DecodingFailure(path: unshown, expectation: unshown, excerpt: unshown)), .loggedOut,
            .foreignOrigin,
            .unexpectedMedia(received: "text/\(unshown)"), .credentialStorage(reason: unshown),
            .circuitOpen(retryAfter: .seconds(1)),
        ] + transportErrors.map { .transport($0) } + UserMessageTests.redirects.map { .redirect($0) }
        + [.custom(AnyCustomFailure(QuotaFailure.used))]

    private static let transportErrors: [TransportError] =
        SecurityCheck.allCases.map { .insecure($0, reason: unshown) } + [
            .cancelled, .hostNotFound, .connectionRefused, .unreachable, .connectionLost, .notSent, .poolTimeout,
            .truncatedResponse, .connectTimeout, .idleTimeout, .invalidResponse(reason: unshown),
            .responseTooLarge(limit: 1), .requestBody(reason: unshown), .unsendable(reason: unshown), .closed,
            .other(reason: unshown),
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
            .retryScheduled(attempt: 2, delay: .seconds(1), .throttled), .notRetried(.budgetEmpty),
            .bodyEnded, .circuit(.closed), .finished,
            .localCopyNotUpdated(reason: "The disk is full."), .custom(AnyCustomEvent(QuotaEvent(left: 3))),
        ]
        + UserMessageTests.redirects.map { .redirectNotFollowed(status: 302, reason: $0) }
        + causes.flatMap { cause -> [CallEvent.Kind] in
            [.attemptFailed(cause), .refreshFailed(cause), .refreshSuppressed(.justFailed(cause)), .failed(cause)]
        }

    @Test("each cause has a distinct name, unless two count as one, and no external text")
    func words() {
        for cause in Self.causes { expectPlain(cause.name, "\(cause)") }
        let words = Set(Self.causes.filter { !isNested($0) }.map(\.name))
        #expect(words.count == Self.causes.count { !isNested($0) })
        #expect(
            Set(Self.transportErrors.map(\.name)).count == Self.transportErrors.count - SecurityCheck.allCases.count + 1
        )
        #expect(Set(UserMessageTests.redirects.map(\.name)).count == UserMessageTests.redirects.count)
    }

    @Test("each event has a message of one line without external text", arguments: kinds)
    func sentences(kind: CallEvent.Kind) {
        expectPlain(kind.message, kind.name)
    }

    @Test("no two events have the same message, except failures whose causes have the same name")
    func different() {
        let sentences = Self.kinds.filter { !isFailure($0) }.map(\.message)
        #expect(Set(sentences).count == sentences.count)
    }

    @Test("the events in this test are complete")
    func complete() {
        #expect(Set(Self.kinds.map(number(of:))) == Set(0...28))
        #expect(Set(Self.causes.map { String("\($0)".prefix { $0 != "(" }) }).count == 14)
        #expect(Set(Self.transportErrors.map(\.name)).count == 17)
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
            (.failed(.status(Self.failure(503))), "503"), (.redirectNotFollowed(status: 302, reason: nil), "policy"),
        ]
        for (kind, words) in sentences { #expect(kind.message.contains(words), "\(kind.message)") }
    }

    @Test(
        "a deprecation message's URL has neither query nor fragment, because a gateway may repeat the request's",
        arguments: ["?key=canary", "?canary", "#canary", "?#canary", "?x=%3F&key=canary#canary"])
    func linkWithoutQuery(tail: String) throws {
        let interceptor = try #require(URL(string: "https://a.example/why" + tail))
        for notice in [
            DeprecationNotice(deprecation: .unreadable, deprecationLink: interceptor),
            DeprecationNotice(sunset: .unreadable, sunsetLink: interceptor),
        ] {
            #expect(notice.message.hasSuffix("see https://a.example/why"))
            expectPlain(CallEvent.Kind.deprecated(notice).message, tail)
        }
    }

    private static func failure(_ status: Int) -> HTTPFailure {
        HTTPFailure(
            status: status, code: unshown, message: unshown, fields: [.init(field: unshown, message: unshown)])
    }

    private func expectPlain(_ text: String, _ place: String) {
        #expect(text.count > 2, "\(place)")
        #expect(!text.contains(Self.unshown) && !text.contains("\n") && !text.contains("Optional"), "\(place): \(text)")
    }

    private func isNested(_ cause: NetworkError.Cause) -> Bool {
        switch cause {
        case .transport, .redirect: true
        default: false
        }
    }

    private func isFailure(_ kind: CallEvent.Kind) -> Bool {
        switch kind {
        case .attemptFailed, .refreshFailed, .failed, .refreshSuppressed(.justFailed): true
        default: false
        }
    }

    private func number(of kind: CallEvent.Kind) -> Int {
        switch kind {
        case .started: 0
        case .custom: 1
        case .attemptStarted: 2
        case .responded: 3
        case .attemptFailed: 4
        case .credentialRefused: 5
        case .refreshStarted: 6
        case .refreshFinished: 7
        case .refreshFailed: 8
        case .credentialExpiring: 9
        case .waitingForRefresh: 10
        case .waitingForOtherProcess: 11
        case .takenFromOtherProcess: 12
        case .refreshSuppressed: 13
        case .credentialNotRemoved: 14
        case .resent: 15
        case .notResent: 16
        case .redirected: 17
        case .redirectNotFollowed: 18
        case .headersStripped: 19
        case .credentialWithheld: 20
        case .deprecated: 21
        case .retryScheduled: 22
        case .notRetried: 23
        case .bodyEnded: 24
        case .circuit: 25
        case .localCopyNotUpdated: 26
        case .finished: 27
        case .failed: 28
        }
    }
}
