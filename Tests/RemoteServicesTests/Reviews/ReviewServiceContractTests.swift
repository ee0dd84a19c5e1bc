import ContractSuites
import Models
import Primitives
import Services
import TestSupport
import Testing

@Suite("Contract of review services", .failsOnUnexpectedCalls)
struct ReviewServiceContractTests {
    @Test("the live review service satisfies the contract on a real backend", arguments: ReviewServiceContract.clauses)
    func live(clause: ContractClause<ReviewServiceSubject>) async throws {
        try await LiveServices.withBackend { environment, transport in
            try await clause.check(
                .remote(over: transport, at: environment, time: SystemTimeSource()) { transport.cut() })
        }
    }

    @Test(
        "the contract notices a service with a fault",
        arguments: [
            (Fault.hidesTheFailedAverage, "reviews whose average fails are returned without it, with the reason"),
            (.removesTheText, "a change keeps, sets or removes the text"),
            (.ignoresTheBook, "a guest reads the reviews of a book, the newest first, with their average"),
        ])
    func mutants(fault: Fault, promise: String) async throws {
        let clause = try #require(ReviewServiceContract.clauses.first { $0.promise == promise })
        try await LiveServices.withBackend { environment, transport in
            let subject = try await ReviewServiceSubject.remote(
                over: transport, at: environment, time: SystemTimeSource()
            ) { transport.cut() }
            try await expectBreach(of: [clause]) {
                ReviewServiceSubject(
                    guest: fault.mutant(of: subject.guest), member: fault.mutant(of: subject.member),
                    other: subject.other, subscribed: subject.subscribed, failAverage: subject.failAverage,
                    cutConnection: subject.cutConnection)
            }
        }
    }

    enum Fault: Sendable {
        case hidesTheFailedAverage, removesTheText, ignoresTheBook

        func mutant(of service: any ReviewService) -> MockReviewService {
            switch self {
            case .hidesTheFailedAverage:
                MockReviewService(
                    over: service,
                    reviews: .closure { book throws(ReviewServiceError) in
                        let list = try await service.reviews(of: book)
                        guard case .unavailable = list.average else { return list }
                        return BookReviews(reviews: list.reviews, average: .none)
                    })
            case .removesTheText:
                MockReviewService(
                    over: service,
                    update: .closure { call throws(ReviewServiceError) in
                        let changes = ReviewChanges(
                            stars: call.changes.stars,
                            text: call.changes.text == .unchanged ? .cleared : call.changes.text)
                        return try await service.update(call.id, with: changes)
                    })
            case .ignoresTheBook:
                MockReviewService(over: service, reviews: .value(BookReviews(reviews: [], average: .none)))
            }
        }
    }
}
