import Composition
import ContractSuites
import EngineContracts
import Models
import Primitives
import Services
import Testing

@Suite(.failsOnUnexpectedCalls)
struct FeedbackServiceContractTests {
    @Test("the live feedback service keeps the contract on a real backend", arguments: FeedbackServiceContract.clauses)
    func live(clause: ContractClause<FeedbackServiceSubject>) async throws {
        try await LiveServices.check(clause)
    }

    @Test("the contract notices a broken service", arguments: FeedbackMutant.Fault.allCases)
    func mutant(fault: FeedbackMutant.Fault) async throws {
        try await LiveServices.withBackend { backend in
            try await expectBreach(of: FeedbackServiceContract.clauses) {
                var subject = try await FeedbackServiceSubject(on: backend)
                let right = subject.feedback
                subject.feedback = { FeedbackMutant(base: try await right($0), fault: fault) }
                return subject
            }
        }
    }
}

extension FeedbackServiceSubject: BackendSubject {
    init(on backend: any ContractBackend) async throws {
        let services = try backend.services()
        self.init(
            { account in
                guard let account else { return services.app.feedback }
                return try services.open(account).feedback
            }, auth: services.auth, guestOutbox: services.app.guestOutbox, on: backend)
    }
}

/// A service with one fault.
struct FeedbackMutant: FeedbackService {
    enum Fault: CaseIterable {
        case forgetsTheAuthor, repeatsTheReceipt, hidesFields, hidesCancellation
    }

    let base: any FeedbackService
    let fault: Fault

    func send(
        _ message: FeedbackMessage
    ) async throws(FeedbackServiceError) -> Submission<FeedbackReceipt?> {
        do throws(FeedbackServiceError) {
            return try await base.send(message).map { receipt in
                guard let receipt else { return nil }
                return FeedbackReceipt(
                    id: fault == .repeatsTheReceipt ? "f-1" : receipt.id, createdAt: receipt.createdAt,
                    authorID: fault == .forgetsTheAuthor ? nil : receipt.authorID)
            }
        } catch {
            switch (error, fault) {
            case (.invalid, .hidesFields): throw .invalid([])
            case (.cancelled, .hidesCancellation): throw .loggedOut
            default: throw error
            }
        }
    }
}
