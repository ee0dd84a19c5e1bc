import ContractSuites
import Networking
import RemoteServices
import Services
import TestSupport
import Testing

@Suite("Mapping of product errors")
struct ProductErrorMappingTests {
    static let rows: [(NetworkError.Cause, ServiceErrorKind, ServiceFailure.Kind?)] = [
        (.cancelled, .cancelled, nil), (.loggedOut, .loggedOut, nil),
        (.status(HTTPFailure(status: 401)), .loggedOut, nil),
        (.status(HTTPFailure(status: 403)), .forbidden, .rejected),
        (.status(HTTPFailure(status: 404)), .notFound, .rejected),
        (
            .status(HTTPFailure(status: 409, fields: [.init(field: "sku", message: "Taken.")])),
            .invalid(fields: ["sku"]), nil
        ),
        (
            .status(
                HTTPFailure(
                    status: 422,
                    fields: [.init(field: "name", message: "Wrong."), .init(field: "price.amount", message: "Wrong.")])),
            .invalid(fields: ["name", "price.amount"]), nil
        ),
        (.status(HTTPFailure(status: 503)), .network, .server(retryAfter: nil)),
        (.transport(.connectionRefused), .network, .unreachable), (.timeout(.total(.seconds(1))), .network, .timedOut),
    ]

    @Test("a call's failure becomes the product service's, with its evidence", arguments: rows)
    func mapping(cause: NetworkError.Cause, expected: ServiceErrorKind, kind: ServiceFailure.Kind?) {
        let error = ProductServiceError(NetworkError.fixture(cause))
        #expect(ServiceErrorKind(error) == expected)
        #expect(error.failure?.kind == kind)
        #expect(error.networkError?.cause == (kind == nil ? nil : cause))
        #expect(error.isCancellation == (cause == .cancelled))
        #expect(!error.userMessage.isEmpty)
    }
}
