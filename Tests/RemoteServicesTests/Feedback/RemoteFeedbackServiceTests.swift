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

    @Test("the error's message names invalid fields")
    func invalid() async throws {
        let services = try WiredServices(over: MockTransport(.invalidContact))
        let error = await expectFailure(.invalid(fields: ["contact"])) { try await services.feedback.send(message) }
        #expect(error?.userMessage == "contact: This is not an email address.")
    }

    @Test("a rate limit has the server's time to wait")
    func rateLimited() async throws {
        let services = try WiredServices(over: MockTransport(.tooManyMessages))
        let error = await expectFailure(.network) { try await services.feedback.send(message) }
        #expect(error?.failure?.kind == .rateLimited)
        #expect(error?.failure?.retryAfter == .seconds(9))
    }
}
extension ServerResponse {
    /// As the backend sends it.
    fileprivate static var invalidContact: ServerResponse {
        .problem(
            """
            {"type": "tag:strata.example,2026:problem/validation_failed", "title": "Validation failed", "status": 422,
             "detail": "Some fields are invalid.", "code": "validation_failed",
             "errors": [{"field": "contact", "code": "invalid", "message": "This is not an email address."}]}
            """, status: .unprocessableContent)
    }

    /// As the backend sends it, 9 seconds before the limit ends.
    fileprivate static var tooManyMessages: ServerResponse {
        .data(
            Data(#"{"title": "Too many requests", "status": 429, "code": "too_many_requests"}"#.utf8),
            status: .tooManyRequests, fields: [.contentType: "application/problem+json", .retryAfter: "9"])
    }
}

extension WiredServices {
    fileprivate var feedback: RemoteFeedbackService { RemoteFeedbackService(client: client, sessions: sessions) }
}
