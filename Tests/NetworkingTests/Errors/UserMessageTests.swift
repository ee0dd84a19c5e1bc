import Foundation
import Networking
import TestSupport
import Testing

@Suite("User messages")
struct UserMessageTests {
    /// Every cause; a new case stops this from compiling in `number(of:)`.
    static let causes: [NetworkError.Cause] =
        [
            .cancelled, .invalidRequest(reason: "A value in the path is empty."), .timeout(.attempt(.seconds(1))),
            .timeout(.total(.seconds(1))), .decoding(DecodingFailure(path: "items.0", expectation: "unshown")),
            .loggedOut,
            .foreignOrigin, .credentialStorage(reason: "The disk is full."), .refresh(HTTPFailure(status: 404)),
            .unexpectedMedia(received: "text/unshown"), .circuitOpen(retryAfter: .milliseconds(4_200)),
        ] + redirects.map { .redirect($0) } + [.custom(AnyCustomFailure(QuotaFailure.used))]
        + transportErrors.map { .transport($0) } + statuses.map { .status(HTTPFailure(status: $0)) }

    static let redirects: [RedirectFailure] = [
        .tooMany(limit: 20), .insecure, .unsupportedScheme, .userInformation, .invalidTarget, .bodySpent,
    ]

    static let transportErrors: [TransportError] = [
        .cancelled, .hostNotFound, .connectionRefused, .unreachable,
        .insecure(.validity, reason: "The certificate has expired."),
        .connectionLost, .truncatedResponse, .connectTimeout, .idleTimeout,
        .invalidResponse(reason: "the head is too large"),
        .responseTooLarge(limit: 7), .requestBody(reason: "The file became shorter."), .closed,
        .other(reason: "Something else."), .notSent, .poolTimeout, .deadlinePassed,
        .unsendable(reason: "It has no host."),
    ]

    static let statuses = [300, 400, 401, 403, 404, 409, 410, 418, 422, 429, 500, 503, 600]

    private func number(of cause: NetworkError.Cause) -> Int {
        switch cause {
        case .cancelled: 0
        case .invalidRequest: 1
        case .transport: 2
        case .timeout: 3
        case .status: 4
        case .decoding: 5
        case .loggedOut: 6
        case .foreignOrigin: 7
        case .credentialStorage: 8
        case .refresh: 9
        case .redirect: 10
        case .unexpectedMedia: 11
        case .circuitOpen: 12
        case .custom: 13
        }
    }

    private func number(of failure: RedirectFailure) -> Int {
        switch failure {
        case .tooMany: 0
        case .insecure: 1
        case .unsupportedScheme: 2
        case .userInformation: 3
        case .invalidTarget: 4
        case .bodySpent: 5
        }
    }

    private func number(of error: TransportError) -> Int {
        switch error {
        case .cancelled: 0
        case .hostNotFound: 1
        case .connectionRefused: 2
        case .unreachable: 3
        case .insecure: 4
        case .connectionLost: 5
        case .truncatedResponse: 6
        case .connectTimeout: 7
        case .idleTimeout: 8
        case .invalidResponse: 9
        case .responseTooLarge: 10
        case .requestBody: 11
        case .closed: 12
        case .other: 13
        case .notSent: 14
        case .unsendable: 15
        case .deadlinePassed: 16
        case .poolTimeout: 17
        }
    }

    @Test("the causes in this test are complete")
    func complete() {
        #expect(Set(Self.causes.map(number(of:))) == Set(0...13))
        #expect(Set(Self.redirects.map(number(of:))) == Set(0...5))
        #expect(Set(Self.transportErrors.map(number(of:))) == Set(0...17))
    }

    @Test("a user message is not empty, ends with a full stop and has no technical details", arguments: causes)
    func message(cause: NetworkError.Cause) {
        let userMessage = NetworkError.fixture(cause).userMessage
        #expect(userMessage.count > 10)
        #expect(userMessage.hasSuffix("."))
        #expect(userMessage.first?.isUppercase == true)
        #expect(!userMessage.contains("unshown"))
        #expect(!userMessage.contains("Optional") && !userMessage.contains("Networking."), "no debug text")
    }

    @Test("a user message is the server's own if there is one")
    func server() {
        let failure = HTTPFailure(status: 422, message: "It is taken.")
        #expect(NetworkError.fixture(.status(failure)).userMessage == "It is taken.")
        let fields = HTTPFailure(
            status: 422, message: "Two fields.",
            fields: [.init(field: "email", message: "No @."), .init(field: "name", message: "Empty.")])
        #expect(NetworkError.fixture(.status(fields)).userMessage == "email: No @. name: Empty.")
    }

    @Test(
        "a user message describes a wrong response in one sentence",
        arguments: ["the head is larger than 81,920 bytes", "the head is larger than 81,920 bytes."])
    func invalidResponse(reason: String) {
        let userMessage = NetworkError.fixture(.transport(.invalidResponse(reason: reason))).userMessage
        #expect(userMessage == "The server's response can't be read: the head is larger than 81,920 bytes.")
    }

    @Test("a blank server message is replaced by the default message", arguments: ["", " ", "\n\t"])
    func blank(message: String) {
        let userMessage = NetworkError.fixture(.status(HTTPFailure(status: 500, message: message))).userMessage
        #expect(userMessage == "The server failed (500). Try again later.")
    }

    @Test("an error's description is one sentence with cause and request metadata", arguments: causes)
    func description(cause: NetworkError.Cause) {
        let description = NetworkError.fixture(cause).description
        #expect(description.contains("fixture()"))
        #expect(description.contains("00000000-0000-4000-8000-000000000001"))
    }

    @Test("only temporary failures are retryable", arguments: causes)
    func retryable(cause: NetworkError.Cause) {
        let expected =
            switch cause {
            case .timeout, .circuitOpen: true
            case .transport(.connectionRefused), .transport(.unreachable), .transport(.connectionLost),
                .transport(.truncatedResponse), .transport(.connectTimeout), .transport(.idleTimeout),
                .transport(.hostNotFound), .transport(.notSent), .transport(.poolTimeout),
                .transport(.deadlinePassed):
                true
            case .status(let failure): [429, 500, 503].contains(failure.status)
            default: false
            }
        #expect(NetworkError.fixture(cause).isRetryable == expected)
    }
}
