import EngineTestSupport
import Foundation
import Primitives
import Testing

@testable import Networking

@Suite("User messages")
struct UserMessageTests {
    static let causes = causes(reason: "The disk is full.")

    /// Every cause, with `reason` wherever a server, the network stack or a caller provides the text.
    static func causes(reason: String) -> [NetworkError.Cause] {
        [
            .cancelled, .invalidRequest(reason: reason), .timeout(.attempt(.seconds(1))),
            .timeout(.total(.seconds(1))), .loggedOut, .foreignOrigin, .credentialStorage(reason: reason),
            .decoding(DecodingFailure(path: "unshown", expectation: "unshown", excerpt: "unshown")),
            .refresh(HTTPFailure(status: 404)), .unexpectedMedia(received: "text/unshown"),
            .circuitOpen(retryAfter: .milliseconds(4_200)), .custom(AnyCustomFailure(QuotaFailure.used)),
        ] + redirects.map { .redirect($0) } + transportErrors(reason: reason).map { .transport($0) }
            + statuses.map { .status(HTTPFailure(status: $0)) }
    }

    static let redirects: [RedirectFailure] = [
        .tooMany(limit: 20), .insecure, .unsupportedScheme, .userInformation, .invalidTarget, .bodySpent,
    ]

    private static func transportErrors(reason: String) -> [TransportError] {
        [
            .cancelled, .hostNotFound, .connectionRefused, .unreachable, .insecure(.validity, reason: reason),
            .connectionLost, .truncatedResponse, .connectTimeout, .idleTimeout, .invalidResponse(reason: reason),
            .responseTooLarge(limit: 7), .requestBody(reason: reason), .closed, .other(reason: reason), .notSent,
            .poolTimeout, .deadlinePassed, .unsendable(reason: reason),
        ]
    }

    static let statuses = [300, 400, 401, 403, 404, 409, 410, 418, 422, 429, 500, 503, 600]

    @Test("a user message is not empty, ends with a full stop and has no technical details", arguments: causes)
    func message(cause: NetworkError.Cause) {
        let userMessage = NetworkError.fixture(cause).userMessage
        #expect(userMessage.count > 10)
        #expect(userMessage.hasSuffix(".") && !userMessage.hasSuffix(".."))
        #expect(userMessage.first?.isUppercase == true)
        #expect(!userMessage.contains("unshown"))
        #expect(!userMessage.contains("Optional") && !userMessage.contains("Networking."), "no debug text")
    }

    @Test("a user message is the server's own if there is one")
    func server() {
        let failure = HTTPFailure(status: 422, message: "It is taken.")
        #expect(NetworkError.fixture(.status(failure)).userMessage == "It is taken.")
        let blank = HTTPFailure(status: 500, message: "\n\t")
        #expect(NetworkError.fixture(.status(blank)).userMessage == "The server failed (500). Try again later.")
        let fields = HTTPFailure(
            status: 422, message: "Two fields.",
            fields: [.init(field: "email", message: "No @."), .init(field: "name", message: "Empty.")])
        #expect(NetworkError.fixture(.status(fields)).userMessage == "email: No @. name: Empty.")
    }

    @Test(
        "an open circuit reports the remaining time in whole seconds",
        arguments: [
            (Duration.zero, "a second"), (.milliseconds(3), "a second"), (.seconds(1), "a second"),
            (.milliseconds(1_001), "2 seconds"), (.seconds(5), "5 seconds"),
        ])
    func circuit(retryAfter: Duration, expected: String) {
        let error = NetworkError.fixture(.circuitOpen(retryAfter: retryAfter))
        #expect(error.userMessage.hasSuffix("in \(expected)."))
    }
}

@Suite("Localized user messages")
struct LocalizableUserMessageTests {
    /// Every cause of this module, and every variant of a cause that has a key of its own.
    private static let explanations: [UserMessage] =
        (UserMessageTests.causes
        + SecurityCheck.allCases.map { .transport(.insecure($0, reason: "A reason.")) }
        + [
            .circuitOpen(retryAfter: .zero), .refresh(HTTPFailure(status: 503)),
            .status(HTTPFailure(status: 429, retryAfter: .seconds(90))),
            .status(HTTPFailure(status: 503, retryAfter: .seconds(90))),
            .status(HTTPFailure(status: 503, message: "Down for maintenance.", retryAfter: .seconds(90))),
            .status(HTTPFailure(status: 404, message: "No such user.")),
            .status(
                HTTPFailure(status: 422, fields: [HTTPFailure.FieldFailure(field: "email", message: "It is taken.")])),
        ]).filter { if case .custom = $0 { false } else { true } }
        .map { NetworkError.fixture($0).localizableUserMessage }

    @Test("a localized message fills in its arguments wherever they are")
    func places() {
        let userMessage = UserMessage("key", "from %1$@ to %2$@", "a", "b")
        #expect(userMessage.english == "from a to b")
        #expect(userMessage.text { $0 == "key" ? "nach %2$@ von %1$@, %2$@" : nil } == "nach b von a, b")
        #expect(userMessage.text { _ in "ohne" } == "ohne")
        #expect(userMessage.text { _ in nil } == "from a to b")
    }

    @Test("an argument that resembles a placeholder is not replaced, nor is a placeholder without an argument")
    func strange() {
        let userMessage = UserMessage("key", "%1$@ %2$@ %3$@ %0$@ 100% %@", "%2$@", "$1 \\1")
        #expect(userMessage.english == "%2$@ $1 \\1 %3$@ %0$@ 100% %@")
    }

    @Test("each key has one message with a placeholder for each argument")
    func keys() {
        for (key, same) in Dictionary(grouping: Self.explanations, by: \.key) {
            #expect(Set(same.map(\.template)).count == 1, "\(key)")
            for userMessage in same {
                for number in 1...9 {
                    let hasPlace = userMessage.template.contains("%\(number)$@")
                    #expect(hasPlace == (number <= userMessage.arguments.count), "\(key)")
                }
            }
        }
    }

    @Test("the file of all messages has every key with its English message, and is sorted")
    func documentation() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/reference/messages.csv")
        let rows = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
            .dropFirst().filter { !$0.isEmpty }
        let own = rows.filter { row in !["download.", "upload.", "service."].contains { row.hasPrefix($0) } }
        let expected = Set(Self.explanations.map { "\($0.key),\"\($0.template)\"" })
        #expect(Set(own).symmetricDifference(expected) == [])
        #expect(own.count == expected.count)
        #expect(zip(rows, rows.dropFirst()).filter { $0 > $1 }.map(\.1) == [], "not in order")
    }
}
