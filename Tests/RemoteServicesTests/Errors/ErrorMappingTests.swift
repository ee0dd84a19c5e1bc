import ContractSuites
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

/// The mapping of the lower layers' errors, with a row for every cause.
struct ErrorMappingTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let cause: NetworkError.Cause
        /// To a service that has a case for each of them.
        let expected: ServiceErrorKind
        /// `nil` for a case without a failure.
        let kind: ServiceFailure.Kind?

        init(_ cause: NetworkError.Cause, _ expected: ServiceErrorKind, _ kind: ServiceFailure.Kind?) {
            self.cause = cause
            self.expected = expected
            self.kind = kind
        }

        var testDescription: String { "\(cause) → \(expected)" }
    }

    static let exchangeRows =
        [
            (TransportError.hostNotFound, ServiceFailure.Kind.unreachable), (.connectionRefused, .unreachable),
            (.unreachable, .unreachable), (.insecure(.handshake, reason: "Too old."), .insecure),
            (.connectionLost, .unreachable), (.notSent, .unreachable), (.poolTimeout, .unreachable),
            (.connectTimeout, .unreachable),
            (.truncatedResponse, .unreadableResponse), (.idleTimeout, .timedOut), (.deadlinePassed, .timedOut),
            (.invalidResponse(reason: "No HTTP."), .unreadableResponse),
            (.responseTooLarge(limit: 1), .unreadableResponse), (.requestBody(reason: "Gone."), .other),
            (.closed, .other), (.other(reason: "Odd."), .other), (.unsendable(reason: "It has no host."), .other),
        ].map { Row(.transport($0), .network, $1) }

    static let statusRows = [
        Row(.status(HTTPFailure(status: 401)), .loggedOut, nil),
        Row(.status(HTTPFailure(status: 403)), .forbidden, .rejected),
        Row(.status(HTTPFailure(status: 404)), .notFound, .rejected),
        Row(.status(HTTPFailure(status: 410)), .notFound, .rejected),
        Row(.status(failure(422, "name", "email")), .invalid(fields: ["name", "email"]), nil),
        Row(.status(failure(409, "email")), .invalid(fields: ["email"]), nil),
        Row(.status(failure(400, "page")), .invalid(fields: ["page"]), nil),
        Row(.status(HTTPFailure(status: 400)), .network, .rejected),
        Row(.status(HTTPFailure(status: 409)), .network, .rejected),
        Row(.status(HTTPFailure(status: 413)), .network, .rejected),
        Row(
            .status(HTTPFailure(status: 429, retryAfter: .seconds(9))), .network, .rateLimited(retryAfter: .seconds(9))),
        Row(.status(HTTPFailure(status: 500)), .network, .server(retryAfter: nil)),
        Row(.status(HTTPFailure(status: 503, retryAfter: .seconds(9))), .network, .server(retryAfter: .seconds(9))),
        Row(.status(HTTPFailure(status: 302)), .network, .unreadableResponse),
    ]

    static let otherRows = [
        Row(.cancelled, .cancelled, nil),
        Row(.loggedOut, .loggedOut, nil),
        Row(.invalidRequest(reason: "A value is empty."), .network, .other),
        Row(.timeout(.attempt(.seconds(1))), .network, .timedOut),
        Row(.timeout(.total(.seconds(1))), .network, .timedOut),
        Row(.decoding(DecodingFailure(path: "items.3", expectation: "String")), .network, .unreadableResponse),
        Row(.foreignOrigin, .network, .other),
        Row(.circuitOpen(retryAfter: .seconds(5)), .network, .server(retryAfter: .seconds(5))),
        Row(.refresh(HTTPFailure(status: 404)), .network, .rejected),
        Row(.refresh(HTTPFailure(status: 503)), .network, .server(retryAfter: nil)),
        Row(.credentialStorage(reason: "The disk is full."), .storage, .storage),
        Row(.redirect(.insecure), .network, .unreadableResponse),
        Row(.unexpectedMedia(received: "text/html"), .network, .unreadableResponse),
    ]

    private static func failure(_ status: Int, _ fields: String...) -> HTTPFailure {
        HTTPFailure(status: status, fields: fields.map { .init(field: $0, message: "Wrong.") })
    }

    @Test("a call's failure becomes the service's", arguments: exchangeRows + statusRows + otherRows)
    func item(row: Row) {
        let error = ItemServiceError(NetworkError.fixture(row.cause))
        #expect(ServiceErrorKind(error) == row.expected)
        expectEvidence(in: error, of: row)
    }

    @Test("an auth service reports a refused access as a failure of the call", arguments: statusRows + otherRows)
    func auth(row: Row) {
        let error = AuthServiceError(NetworkError.fixture(row.cause))
        let hasCase = ![.forbidden, .notFound].contains(row.expected)
        #expect(ServiceErrorKind(error) == (hasCase ? row.expected : .network))
        expectEvidence(in: error, of: row)
    }

    @Test("a network failure has its own message")
    func userMessage() {
        let lower = NetworkError.fixture(.transport(.hostNotFound))
        #expect(AuthServiceError(lower).localizableUserMessage == lower.localizableUserMessage)
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

    static let storeErrors: [StoreError] = [
        .notWritable(path: "/data"), .full(path: "/data"), .corrupt(path: "/data"), .newerSchema(path: "/data"),
        .migrationFailed(path: "/data", reason: "Step 2."), .busy(path: "/data"), .failed(reason: "Odd."),
    ]

    @Test("a store's failure becomes the service's, with its message", arguments: storeErrors)
    func store(error: StoreError) {
        let failure = AuthServiceError(error)
        #expect(ServiceErrorKind(failure) == .storage)
        #expect(failure.failure?.underlying as? StoreError == error)
        #expect(failure.userMessage == error.userMessage)
    }

    @Test("a store's cancellation is a cancellation")
    func cancelledStore() {
        #expect(ServiceErrorKind(AuthServiceError(StoreError.cancelled)) == .cancelled)
    }
}

/// Expects that the error reports what `row` says, with the call's error as its reason.
func expectEvidence(in error: some ServiceError, of row: ErrorMappingTests.Row) {
    #expect(error.failure?.kind == row.kind)
    #expect(error.networkError?.cause == (row.kind == nil ? nil : row.cause))
    #expect(!error.userMessage.isEmpty)
    #expect(error.isCancellation == (row.cause == .cancelled))
}
