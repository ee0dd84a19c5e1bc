import Models
import Networking
public import Services
import TestSupport
import Testing

/// The contract that every `FeedbackService` fulfils.
public enum FeedbackServiceContract {
    /// The clauses. Each needs a new service and a new backend.
    public static var clauses: [ContractClause<FeedbackServiceSubject>] {
        sendingClauses + failingClauses
    }

    private static var sendingClauses: [ContractClause<FeedbackServiceSubject>] {
        [
            ContractClause("a guest's message has no author") { subject in
                let receipt = try await subject.feedback.send(FeedbackMessage("Hello."))
                #expect(!receipt.id.isEmpty)
                #expect(receipt.authorID == nil)
            },
            ContractClause("a member's message names the member as author, until the logout") { subject in
                let member = try await subject.auth.login(KnownAccount.grace().credentials)
                #expect(try await subject.feedback.send(FeedbackMessage("As a member.")).authorID == member.id)
                _ = try await subject.auth.logout(member)
                #expect(try await subject.feedback.send(FeedbackMessage("As a guest.")).authorID == nil)
            },
            ContractClause("equal messages of two calls are two messages") { subject in
                let message = try FeedbackMessage("Again.")
                let first = try await subject.feedback.send(message)
                #expect(try await subject.feedback.send(message).id != first.id)
            },
            ContractClause("the longest text, of several lines, is accepted with a contact and each rating") {
                subject in
                let contact = try EmailAddress("ada@example.com")
                let text = "“1”\n\t😀 " + String(repeating: "é", count: FeedbackMessage.textLimit - 7)
                #expect(text.unicodeScalars.count == FeedbackMessage.textLimit)
                for rating in [FeedbackMessage.ratings.lowerBound, FeedbackMessage.ratings.upperBound] {
                    _ = try await subject.feedback.send(FeedbackMessage(text, contact: contact, rating: rating))
                }
            },
        ]
    }

    private static var failingClauses: [ContractClause<FeedbackServiceSubject>] {
        [
            ContractClause("a contact that the server refuses is reported by field") { subject in
                // RFC 6531 allows this address, but not every server does.
                let message = try FeedbackMessage("Hello.", contact: EmailAddress("grüße@example.com"))
                await expectFailure(.invalid(fields: ["contact"])) { try await subject.feedback.send(message) }
            },
            ContractClause("messages beyond the limit are refused, with a time to wait") { subject in
                for number in 1...FeedbackServiceSubject.messageLimit {
                    _ = try await subject.feedback.send(FeedbackMessage("Message \(number)."))
                }
                let error = await expectFailure(.network) {
                    try await subject.feedback.send(FeedbackMessage("One more."))
                }
                #expect(error?.failure?.kind == .rateLimited)
                #expect(try #require(error?.failure?.retryAfter) > .zero)
            },
            ContractClause("without a connection the failure says so") { subject in
                subject.backend.cutConnection()
                let error = await expectFailure(.network) {
                    try await subject.feedback.send(FeedbackMessage("Hello."))
                }
                #expect(error?.failure?.kind == .unreachable)
            },
            ContractClause("a cancelled call reports its cancellation") { subject in
                let message = try FeedbackMessage("Hello.")
                await expectFailure(.cancelled) {
                    try await inCancelledTask { try await subject.feedback.send(message) }
                }
            },
        ]
    }
}

/// The subject of ``FeedbackServiceContract``: a service without a login, and its backend. `FakeBackend` accepts no
/// messages.
public struct FeedbackServiceSubject: BackendSubject {
    public var feedback: any FeedbackService
    /// The service that logs a member in and out.
    let auth: any AuthService
    public let backend: ContractBackend

    /// The number of messages that the backend accepts from one sender.
    static var messageLimit: Int { 20 }

    public init(on backend: ContractBackend) {
        let services = backend.services()
        self.backend = backend
        auth = services.auth
        feedback = services.feedback
    }
}
