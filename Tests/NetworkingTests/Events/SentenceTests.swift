import EngineTestSupport
import Foundation
import Testing

@testable import Networking

@Suite("Event messages")
struct SentenceTests {
    /// Text from a server, the network stack or a caller, which no log may repeat.
    private static let unshown = "unshown"

    private static let causes =
        UserMessageTests.causes(reason: unshown) + [.status(failure(503)), .refresh(failure(400))]

    private static let kinds = causes.flatMap { cause -> [CallEvent.Kind] in
        [.attemptFailed(cause), .refreshFailed(cause), .refreshSuppressed(.justFailed(cause)), .failed(cause)]
    }

    @Test("each failure has a message of one line without external text", arguments: kinds)
    func sentences(kind: CallEvent.Kind) {
        #expect(kind.message.count > 2)
        for external in [Self.unshown, "\n", "Optional"] { #expect(!kind.message.contains(external)) }
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
