import ContractSuites
import Foundation
import HTTPTypes
import Networking
import RemoteServices
import Services
import Synchronization
import TestSupport

/// A server in memory with the rules of `POST /v2/feedback` that its clients notice. The token of ``WiredServices`` belongs
/// to `u-1`.
final class FakeFeedbackServer: Sendable {
    private static let messageLimit = 3
    private let messages = Mutex<[String: Int]>([:])

    func subject() throws -> FeedbackServiceSubject {
        let transport = BreakableTransport(FakeTransport { request in self.respond(to: request) })
        let services = try WiredServices(over: transport)
        return FeedbackServiceSubject(
            feedback: services.feedback, messageLimit: Self.messageLimit,
            login: { try await services.loggedIn().id },
            logout: { _ = try await services.auth.logout(.fixture()) }, cutConnection: { transport.cut() })
    }

    private func respond(to request: ReceivedRequest) -> ServerResponse {
        guard request.head.path == "/v2/feedback" else { return .empty() }
        if String(decoding: request.body, as: UTF8.self).contains("grüße@") { return .invalidContact }
        let author = request.head.headerFields[.authorization] == "Bearer access-1" ? #""u-1""# : "null"
        let (count, total) = messages.withLock { messages in
            messages[author, default: 0] += 1
            return (messages[author, default: 0], messages.values.reduce(0, +))
        }
        guard count <= Self.messageLimit else { return .tooManyMessages }
        return .json(
            #"{"id": "f-\#(total)", "created_at": "2026-01-03T09:00:00.000Z", "author_id": \#(author)}"#,
            status: .created)
    }
}

extension ServerResponse {
    /// As the backend sends it.
    static var invalidContact: ServerResponse {
        .problem(
            """
            {"type": "tag:strata.example,2026:problem/validation_failed", "title": "Validation failed", "status": 422,
             "detail": "Some fields are not acceptable.", "code": "validation_failed",
             "errors": [{"field": "contact", "code": "invalid", "message": "This is not an email address."}]}
            """, status: .unprocessableContent)
    }

    /// As the backend sends it, 9 seconds before the limit ends.
    static var tooManyMessages: ServerResponse {
        .data(
            Data(#"{"title": "Too many requests", "status": 429, "code": "too_many_requests"}"#.utf8),
            status: .tooManyRequests, fields: [.contentType: "application/problem+json", .retryAfter: "9"])
    }
}
