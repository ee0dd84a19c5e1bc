import ContractSuites
import Models
import Networking
import Persistence
import Services
import TestSupport
import Testing
import Transfers

/// What becomes of the lower layers' errors: every cause has its row.
struct ErrorMappingTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let cause: NetworkError.Cause
        let expected: ServiceFailure

        init(_ cause: NetworkError.Cause, _ expected: ServiceFailure) {
            self.cause = cause
            self.expected = expected
        }

        var testDescription: String { "\(cause) → \(expected)" }
    }

    static let exchangeRows =
        [
            TransportError.hostNotFound, .connectionRefused, .unreachable, .insecure(.handshake, reason: "Too old."),
            .connectionLost, .truncatedResponse, .connectTimeout, .idleTimeout, .invalidResponse(reason: "No HTTP."),
            .responseTooLarge(limit: 1), .requestBody(reason: "Gone."), .closed, .other(reason: "Odd."),
            .connectionStale, .unsendable(reason: "It has no host."),
        ].map { Row(.transport($0), .network) }

    static let statusRows = [
        Row(.status(HTTPFailure(status: 401)), .signedOut),
        Row(.status(HTTPFailure(status: 403)), .forbidden),
        Row(.status(HTTPFailure(status: 404)), .notFound),
        Row(.status(HTTPFailure(status: 410)), .notFound),
        Row(.status(failure(422, "name", "email")), .invalid(fields: ["name", "email"])),
        Row(.status(failure(409, "email")), .invalid(fields: ["email"])),
        Row(.status(failure(400, "page")), .invalid(fields: ["page"])),
        Row(.status(HTTPFailure(status: 400)), .network),
        Row(.status(HTTPFailure(status: 409)), .network),
        Row(.status(HTTPFailure(status: 413)), .network),
        Row(.status(HTTPFailure(status: 429)), .network),
        Row(.status(HTTPFailure(status: 500)), .network),
        Row(.status(HTTPFailure(status: 503)), .network),
        Row(.status(HTTPFailure(status: 302)), .network),
    ]

    static let otherRows = [
        Row(.cancelled, .cancelled),
        Row(.signedOut, .signedOut),
        Row(.invalidRequest(reason: "A value is empty."), .network),
        Row(.timeout(.attempt(.seconds(1))), .network),
        Row(.timeout(.total(.seconds(1))), .network),
        Row(.decoding(DecodingFailure(path: "items.3", expectation: "String")), .network),
        Row(.foreignOrigin, .network),
        Row(.circuitOpen(retryAfter: .seconds(5)), .network),
        Row(.renewal(HTTPFailure(status: 404)), .network),
        Row(.credentialStorage(reason: "The disk is full."), .network),
        Row(.redirect(.insecure), .network),
        Row(.unexpectedMedia(received: "text/html"), .network),
        Row(.download(.diskFull(stored: 0)), .network),
    ]

    private static func failure(_ status: Int, _ fields: String...) -> HTTPFailure {
        HTTPFailure(status: status, fields: fields.map { .init(field: $0, message: "Wrong.") })
    }

    @Test("a call's failure becomes the service's", arguments: exchangeRows + statusRows + otherRows)
    func call(row: Row) {
        let error = ServiceError(NetworkError.fixture(row.cause))
        #expect(ServiceFailure(error) == row.expected)
        #expect(!error.explanation.isEmpty)
    }

    @Test(
        "evidence is kept where a person or a bug report may need it", arguments: exchangeRows + statusRows + otherRows)
    func evidence(row: Row) {
        let lower = NetworkError.fixture(row.cause)
        let error = ServiceError(lower)
        switch row.expected {
        case .network, .notFound, .forbidden: #expect(error.evidence?.evidence == lower.evidence)
        default: #expect(error.evidence == nil)
        }
    }

    @Test("a network failure keeps its own explanation")
    func explanation() {
        let lower = NetworkError.fixture(.transport(.hostNotFound))
        #expect(ServiceError(lower).explanation == lower.explanation)
    }

    @Test("wrong fields are named in the explanation, with the server's reasons")
    func fields() {
        let fields = [
            HTTPFailure.FieldFailure(field: "email", message: "Another user has this email."),
            HTTPFailure.FieldFailure(field: "name", message: "A name has at least one visible character."),
        ]
        let error = ServiceError(NetworkError.fixture(.status(HTTPFailure(status: 422, fields: fields))))
        #expect(
            error.explanation
                == "email: Another user has this email. name: A name has at least one visible character.")
    }

    static let storeErrors: [StoreError] = [
        .notWritable(path: "/data"), .full(path: "/data"), .corrupt(path: "/data"), .newerSchema(path: "/data"),
        .migrationFailed(path: "/data", reason: "Step 2."), .busy(path: "/data"), .failed(reason: "Odd."),
    ]

    @Test("a store's failure becomes the service's, with its explanation", arguments: storeErrors)
    func store(error: StoreError) {
        guard case .storage(error) = ServiceError(error) else {
            Issue.record("got \(ServiceError(error))")
            return
        }
        #expect(ServiceError(error).explanation == error.explanation)
        #expect(ServiceError(error).evidence == nil)
    }

    @Test("a store's cancellation is a cancellation")
    func cancelledStore() {
        #expect(ServiceFailure(ServiceError(StoreError.cancelled)) == .cancelled)
    }
}
