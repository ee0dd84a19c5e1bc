import Composition
import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import RemoteServices
import Services
import Synchronization
import Testing

@Suite("The live feedback service", .failsOnUnexpectedCalls)
struct RemoteFeedbackServiceTests {
    private static let receipt = ServerResponse.json(
        #"{"id": "f-1", "created_at": "2026-01-03T09:00:00.000Z", "author_id": null}"#, status: .created)
    private static let idempotencyKey = HTTPField.Name("Idempotency-Key")

    private let message: FeedbackMessage

    init() throws {
        message = try FeedbackMessage("Hello.", contact: EmailAddress("ada@example.com"), rating: 4)
    }

    @Test("sends a guest's message unsigned, with an idempotency key")
    func guest() async throws {
        let transport = MockTransport(Self.receipt)
        let services = try RemoteServicesFixture(over: transport)
        #expect(try await services.app.feedback.send(message).value?.id == "f-1")
        let call = try #require(transport.calls.first)
        #expect(call.request.method == .post)
        #expect(call.request.path == "/v2/feedback")
        #expect(call.request.headerFields[.authorization] == nil)
        #expect(try call.request.headerFields[#require(Self.idempotencyKey)]?.isEmpty == false)
        guard case .data(let body) = call.body else {
            Issue.record("\(call.body)")
            return
        }
        try expectJSON(body, is: #"{"message": "Hello.", "contact": "ada@example.com", "rating": 4}"#)
    }

    @Test(
        "a member's message is not sent as a guest's after the server has ended the session, and waits for its account")
    func ended() async throws {
        let transport = MockTransport(Wire.unauthorized, Wire.unauthorized)
        let services = try RemoteServicesFixture(over: transport)
        let account = try await services.loggedIn()
        let waiting = try await services.open(account).feedback.send(message)
        #expect(waiting.pending != nil && waiting.reason?.kind == .unauthorized)
        #expect(transport.calls.map(\.request.path) == ["/v2/feedback", "/v2/auth/refresh"])
    }
}
