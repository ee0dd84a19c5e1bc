import ContractSuites
import EngineTestSupport
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import Testing

/// The mapping of the lower layers' errors, with a row for every cause.
struct ErrorMappingTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let cause: NetworkError.Cause
        let expected: ServiceErrorKind
        /// `nil` for a case without a failure.
        let kind: ServiceFailure.Kind?
        let retryAfter: Duration?

        init(
            _ cause: NetworkError.Cause, _ expected: ServiceErrorKind, _ kind: ServiceFailure.Kind?,
            retryAfter: Duration? = nil
        ) {
            self.cause = cause
            self.expected = expected
            self.kind = kind
            self.retryAfter = retryAfter
        }

        var testDescription: String { "\(cause) → \(expected)" }
    }

    static let exchangeRows =
        [
            (TransportError.hostNotFound, ServiceFailure.Kind.unreachable), (.connectionRefused, .unreachable),
            (.unreachable, .unreachable), (.insecure(.handshake, reason: "Too old."), .insecure),
            (.connectionLost, .unreachable), (.notSent, .unreachable), (.poolTimeout, .timedOut),
            (.connectTimeout, .timedOut), (.idleTimeout, .timedOut), (.deadlinePassed, .timedOut),
            (.truncatedResponse, .brokenResponse), (.invalidResponse(reason: "No HTTP."), .brokenResponse),
            (.responseTooLarge(limit: 1), .brokenResponse), (.requestBody(reason: "Gone."), .file),
            (.unsendable(reason: "It has no host."), .invalidRequest), (.closed, .other),
            (.other(reason: "Odd."), .other),
        ].map { Row(.transport($0), $1 == .file ? .storage : .network, $1) }

    static let statusRows = [
        Row(.status(HTTPFailure(status: 401)), .loggedOut, nil),
        Row(.status(HTTPFailure(status: 403)), .forbidden, .forbidden),
        Row(.status(HTTPFailure(status: 404)), .notFound, .notFound),
        Row(.status(HTTPFailure(status: 410)), .notFound, .notFound),
        Row(.status(failure(422, "name", "email")), .invalid(fields: ["name", "email"]), nil),
        Row(.status(failure(409, "email")), .invalid(fields: ["email"]), nil),
        Row(.status(failure(400, "page")), .invalid(fields: ["page"]), nil),
        Row(.status(HTTPFailure(status: 400)), .network, .rejected),
        Row(.status(HTTPFailure(status: 409)), .conflict, .rejected),
        Row(.status(HTTPFailure(status: 412)), .conflict, .rejected),
        Row(.status(HTTPFailure(status: 413)), .network, .rejected),
        Row(.status(HTTPFailure(status: 408)), .network, .server),
        Row(
            .status(HTTPFailure(status: 429, retryAfter: .seconds(9))), .network, .rateLimited, retryAfter: .seconds(9)),
        Row(.status(HTTPFailure(status: 500)), .network, .server),
        Row(.status(HTTPFailure(status: 503, retryAfter: .seconds(9))), .network, .server, retryAfter: .seconds(9)),
        Row(.status(HTTPFailure(status: 302)), .network, .unreadableResponse),
    ]

    static let otherRows = [
        Row(.cancelled, .cancelled, nil),
        Row(.loggedOut, .loggedOut, nil),
        Row(.invalidRequest(reason: "A value is empty."), .network, .invalidRequest),
        Row(.timeout(.attempt(.seconds(1))), .network, .timedOut),
        Row(.timeout(.total(.seconds(1))), .network, .timedOut),
        Row(.decoding(DecodingFailure(path: "items.3", expectation: "String")), .network, .unreadableResponse),
        Row(.foreignOrigin, .network, .forbidden),
        Row(.circuitOpen(retryAfter: .seconds(5)), .network, .server, retryAfter: .seconds(5)),
        Row(.refresh(HTTPFailure(status: 404)), .network, .misconfigured),
        Row(.refresh(HTTPFailure(status: 503)), .network, .server),
        Row(.credentialStorage(reason: "The disk is full."), .storage, .storage),
        Row(.redirect(.insecure), .network, .brokenResponse),
        Row(.unexpectedMedia(received: "text/html"), .network, .unreadableResponse),
    ]

    private static func failure(_ status: Int, _ fields: String...) -> HTTPFailure {
        HTTPFailure(status: status, fields: fields.map { .init(field: $0, message: "Wrong.") })
    }

    @Test(
        "a call's failure becomes the service's, with its evidence as values",
        arguments: exchangeRows + statusRows + otherRows)
    func mapping(row: Row) {
        let lower = NetworkError.fixture(row.cause)
        let error = ServiceError<Never>(lower)
        #expect(ServiceErrorKind(error) == row.expected)
        #expect(error.failure?.kind == row.kind)
        #expect(error.isCancellation == (row.cause == .cancelled))
        #expect(!error.userMessage.isEmpty)
        guard let failure = error.failure else { return }
        #expect(failure.retryAfter == row.retryAfter)
        #expect(failure.localizableUserMessage == lower.localizableUserMessage)
        #expect(failure.request?.method == "\(lower.metadata.method)")
        #expect(failure.request?.url == lower.metadata.url)
        #expect(failure.request?.id == lower.metadata.requestID.text)
        #expect(failure.diagnostic == lower.description)
    }

    @Test("the message names invalid fields with the server's reasons")
    func fields() {
        let fields = [
            HTTPFailure.FieldFailure(field: "email", message: "Another user has this email."),
            HTTPFailure.FieldFailure(field: "name", message: "A name has at least one visible character."),
        ]
        let error = AuthServiceError(NetworkError.fixture(.status(HTTPFailure(status: 422, fields: fields))))
        #expect(
            error.userMessage
                == "email: Another user has this email. name: A name has at least one visible character.")
    }

    @Test(
        "the server's own words reach the user with every status but 401",
        arguments: [400, 403, 404, 409, 410, 422, 429, 500])
    func serverMessage(status: Int) {
        let words = HTTPFailure(status: status, message: "The invoice is paid already.")
        #expect(UserServiceError(NetworkError.fixture(.status(words))).userMessage == "The invoice is paid already.")
        // White space says nothing.
        let silent = NetworkError.fixture(.status(HTTPFailure(status: status, message: " ")))
        #expect(ServiceFailure(silent).serverMessage == nil && !UserServiceError(silent).userMessage.isEmpty)
    }

    static let storeErrors: [StoreError] = [
        .notWritable(path: "/data"), .full(path: "/data"), .corrupt(path: "/data"), .newerSchema(path: "/data"),
        .migrationFailed(path: "/data", reason: "Step 2."), .busy(path: "/data"), .failed(reason: "Odd."),
    ]

    @Test("a store's failure becomes the service's, with its message", arguments: storeErrors)
    func store(error: StoreError) {
        let failure = AuthServiceError(error)
        #expect(ServiceErrorKind(failure) == .storage)
        #expect(failure.failure?.diagnostic == "\(error)")
        #expect(failure.userMessage == error.userMessage)
        #expect(ServiceErrorKind(AuthServiceError(StoreError.cancelled)) == .cancelled)
    }
}
