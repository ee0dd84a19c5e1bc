import EngineTestSupport
import Foundation
import Networking
import Testing

@Suite("Statuses of httpbin", .againstHttpbin, .timeLimit(.minutes(20)))
struct StatusTests {
    @Test("every 2xx status is a success", arguments: TransportUnderTest.all, [200, 201, 202, 203, 204, 205, 226])
    func success(transport: TransportUnderTest, status: Int) async throws {
        try await Visitor.visit(over: transport) { visitor in
            try await visitor.guest.send(Endpoint(.get, "/status/\(status)", response: .nothing))
            #expect(visitor.monitor.events.map(\.kind).contains(.responded(status: status)))
        }
    }

    @Test(
        "every other status is an error that contains it, with the server's own message",
        arguments: TransportUnderTest.all,
        [
            // A 206 without a Range request is not a success (RFC 9110 section 15.3.7).
            206, 300, 304, 305, 400, 401, 403, 404, 405, 407, 409, 410, 422, 429, 451, 500, 501, 503, 511,
        ])
    func failure(transport: TransportUnderTest, status: Int) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let error = await visitor.failure(.get, "/status/\(status)")
            #expect(error?.status == status)
            #expect(error?.metadata.attempts == 1)
            let described = await visitor.failure(.get, "/status/406")
            let message = "Client did not request a supported media type."
            #expect(described?.cause == .status(HTTPFailure(status: 406, message: message)))
        }
    }
}
