public import EngineContracts
import Models
import Networking
public import Services
import Testing

/// The contract that every `FeedbackService` fulfills.
public enum FeedbackServiceContract {
    /// The clauses. Each needs a new service and a new backend.
    public static var clauses: [ContractClause<FeedbackServiceSubject>] {
        sendingClauses + failingClauses
    }

    private static var sendingClauses: [ContractClause<FeedbackServiceSubject>] {
        [
            ContractClause("a guest's message has no author, and a member's names the member") { subject in
                let guest = try await subject.receipt(of: "Hello.")
                #expect(!guest.id.isEmpty && guest.authorID == nil)
                let member = try await subject.auth.login(KnownAccount.grace().credentials)
                #expect(try await subject.receipt(of: "As a member.", by: member).authorID == member.id)
                #expect(try await subject.receipt(of: "As a guest.").authorID == nil)
            },
            ContractClause("equal messages of two calls are two messages") { subject in
                let first = try await subject.receipt(of: "Again.")
                #expect(try await subject.receipt(of: "Again.").id != first.id)
            },
            ContractClause("the longest text, of several lines, is accepted with a contact and each rating") {
                subject in
                let contact = try EmailAddress("ada@example.com")
                let text = "“1”\n\t😀 " + String(repeating: "é", count: FeedbackMessage.textLimit - 7)
                #expect(text.unicodeScalars.count == FeedbackMessage.textLimit)
                for rating in [FeedbackMessage.ratings.lowerBound, FeedbackMessage.ratings.upperBound] {
                    let message = try FeedbackMessage(text, contact: contact, rating: rating)
                    #expect(try await subject.feedback(nil).send(message).pending == nil)
                }
            },
        ]
    }

    private static var failingClauses: [ContractClause<FeedbackServiceSubject>] {
        [
            ContractClause("a contact that the server refuses is reported by field") { subject in
                // RFC 6531 allows this address, but not every server does.
                let message = try FeedbackMessage("Hello.", contact: EmailAddress("grüße@example.com"))
                await expectFailure(.invalid(fields: ["contact"])) { try await subject.feedback(nil).send(message) }
            },
            ContractClause("messages beyond the limit wait, with the server's time to wait") { subject in
                for number in 1...FeedbackServiceSubject.messageLimit {
                    _ = try await subject.receipt(of: "Message \(number).")
                }
                let more = try await subject.feedback(nil).send(FeedbackMessage("One more."))
                #expect(more.pending != nil && more.reason?.kind == .rateLimited)
                #expect(try #require(more.reason?.retryAfter) > .zero)
            },
            ContractClause("without a connection a guest's message waits in the guests' outbox, and is sent once") {
                subject in
                subject.backend.cutConnection()
                let waiting = try await subject.feedback(nil).send(FeedbackMessage("Hello."))
                #expect(waiting.value == nil && waiting.reason?.kind == .unreachable)
                #expect(try await subject.guestOutbox.changes().map(\.id) == [waiting.pending?.id])
                subject.backend.restoreConnection()
                #expect(try await subject.guestOutbox.send(now: true).sent == 1)
                #expect(try await subject.guestOutbox.send(now: true).sent == 0)
            },
            ContractClause("a cancelled call reports its cancellation") { subject in
                let message = try FeedbackMessage("Hello.")
                let feedback = try await subject.feedback(nil)
                await expectFailure(.cancelled) { try await inCancelledTask { try await feedback.send(message) } }
            },
        ]
    }
}

/// The subject of ``FeedbackServiceContract``: the services of accounts and of guests (`nil`), and their backend.
/// `FakeBackend` accepts no messages.
public struct FeedbackServiceSubject: Sendable {
    public var feedback: @Sendable (Account?) async throws -> any FeedbackService
    /// The service that logs a member in and out.
    let auth: any AuthService
    let guestOutbox: any OutboxService
    let backend: any ContractBackend

    /// The number of messages that the backend accepts from one sender.
    static var messageLimit: Int { 20 }

    public init(
        _ feedback: @escaping @Sendable (Account?) async throws -> any FeedbackService, auth: any AuthService,
        guestOutbox: any OutboxService, on backend: any ContractBackend
    ) {
        self.feedback = feedback
        self.auth = auth
        self.guestOutbox = guestOutbox
        self.backend = backend
    }

    /// The receipt of a message that the server has accepted.
    fileprivate func receipt(of text: String, by author: Account? = nil) async throws -> FeedbackReceipt {
        try #require(try await feedback(author).send(FeedbackMessage(text)).value)
    }
}
