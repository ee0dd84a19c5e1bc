import ContractSuites
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
                var subject = FeedbackServiceSubject(on: backend)
                subject.feedback = FeedbackMutant(base: subject.feedback, fault: fault)
                return subject
            }
        }
    }
}

/// A service with one fault.
struct FeedbackMutant: FeedbackService {
    enum Fault: CaseIterable {
        case forgetsTheAuthor, repeatsTheReceipt, hidesFields, hidesCancellation
    }

    let base: any FeedbackService
    let fault: Fault

    func send(_ message: FeedbackMessage) async throws(FeedbackServiceError) -> FeedbackReceipt {
        do throws(FeedbackServiceError) {
            let receipt = try await base.send(message)
            return FeedbackReceipt(
                id: fault == .repeatsTheReceipt ? "f-1" : receipt.id, createdAt: receipt.createdAt,
                authorID: fault == .forgetsTheAuthor ? nil : receipt.authorID)
        } catch {
            switch (error, fault) {
            case (.invalid, .hidesFields): throw .invalid([])
            case (.cancelled, .hidesCancellation): throw .loggedOut
            default: throw error
            }
        }
    }
}
