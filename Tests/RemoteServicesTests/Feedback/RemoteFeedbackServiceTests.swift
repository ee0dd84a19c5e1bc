import ContractSuites
import Foundation
import HTTPTypes
import Models
import Networking
import RemoteServices
import Services
import Synchronization
import TestSupport
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
        let receipt = try await WiredServices(over: transport).feedback.send(message)
        #expect(receipt.id == "f-1")
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

    @Test("signs a member's message, and none after the logout")
    func member() async throws {
        let transport = MockTransport(Self.receipt, .empty(), Self.receipt)
        let services = try WiredServices(over: transport)
        let account = try await services.loggedIn()
        _ = try await services.feedback.send(message)
        _ = try await services.auth.logout(account)
        _ = try await services.feedback.send(message)
        let authorizations = transport.calls.map { $0.request.headerFields[.authorization] }
        #expect(authorizations == ["Bearer access-1", "Bearer access-1", nil])
    }

    @Test("an expired token is refreshed, and the message is sent again with the same idempotency key")
    func refreshed() async throws {
        let transport = MockTransport(Wire.unauthorized, .json(Wire.refresh), Self.receipt)
        let services = try WiredServices(over: transport)
        _ = try await services.loggedIn()
        _ = try await services.feedback.send(message)
        let key = try #require(Self.idempotencyKey)
        let messages = transport.calls.filter { $0.request.path == "/v2/feedback" }
        #expect(messages.map { $0.request.headerFields[.authorization] } == ["Bearer access-1", "Bearer access-2"])
        #expect(Set(messages.map { $0.request.headerFields[key] }).count == 1)
    }

    @Test("a member's message is not sent as a guest's after the server has ended the session")
    func ended() async throws {
        let transport = MockTransport(Wire.unauthorized, Wire.unauthorized)
        let services = try WiredServices(over: transport)
        _ = try await services.loggedIn()
        await expectFailure(.loggedOut) { try await services.feedback.send(message) }
        #expect(transport.calls.map(\.request.path) == ["/v2/feedback", "/v2/auth/refresh"])
    }
}

extension WiredServices {
    fileprivate var feedback: RemoteFeedbackService { RemoteFeedbackService(client: client, sessions: sessions) }
}
