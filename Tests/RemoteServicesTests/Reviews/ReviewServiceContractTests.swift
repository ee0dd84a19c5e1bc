import Composition
import ContractSuites
import EngineContracts
import Models
import Primitives
import Services
import Testing

@Suite("Contract of review services", .failsOnUnexpectedCalls)
struct ReviewServiceContractTests {
    @Test("the live review service satisfies the contract on a real backend", arguments: ReviewServiceContract.clauses)
    func live(clause: ContractClause<ReviewServiceSubject>) async throws {
        try await LiveServices.check(clause)
    }

    @Test(
        "the contract notices a service with a fault",
        arguments: [
            (.hidesTheFailedAverage, "if the average fails, the reviews are returned without it and with the reason"),
            (.removesTheText, "a change keeps, sets or removes the text"),
            (.ignoresTheBook, "a guest reads the reviews of a book, the newest first, with their average"),
        ] as [(FaultyReviewService.Fault, String)])
    private func mutants(fault: FaultyReviewService.Fault, promise: String) async throws {
        let clause = try #require(ReviewServiceContract.clauses.first { $0.promise == promise })
        try await LiveServices.withBackend { backend in
            let subject = try await ReviewServiceSubject(on: backend)
            try await expectBreach(of: [clause]) {
                var faulty = subject
                faulty.guest = FaultyReviewService(fault: fault, base: subject.guest)
                faulty.member = FaultyReviewService(fault: fault, base: subject.member)
                return faulty
            }
        }
    }
}

extension ReviewServiceSubject: BackendSubject {
    init(on backend: any ContractBackend) async throws {
        // One process for each account, because a process has one account logged in.
        let guests = try backend.services()
        let (members, member) = try await backend.services(of: .grace())
        let (others, other) = try await backend.services(of: .ada())
        self.init(
            guest: guests.app.reviews, observedBy: guests.monitor,
            member: try members.open(member).reviews,
            other: try others.open(other).reviews, on: backend)
    }
}

/// A service with one fault.
private struct FaultyReviewService: ReviewService {
    enum Fault: Sendable {
        case hidesTheFailedAverage, removesTheText, ignoresTheBook
    }

    let fault: Fault
    let base: any ReviewService

    func reviews(of book: Book.ID) async throws(ReviewServiceError) -> BookReviews {
        if fault == .ignoresTheBook { return BookReviews(reviews: [], average: .none) }
        let list = try await base.reviews(of: book)
        guard fault == .hidesTheFailedAverage, case .unavailable = list.average else { return list }
        return BookReviews(reviews: list.reviews, average: .none)
    }

    func add(_ review: NewReview) async throws(ReviewServiceError) -> Review { try await base.add(review) }

    func update(_ id: Review.ID, with changes: ReviewChanges) async throws(ReviewServiceError) -> Review {
        let removes = fault == .removesTheText && changes.text == .unchanged
        return try await base.update(
            id, with: ReviewChanges(stars: changes.stars, text: removes ? .cleared : changes.text))
    }

    func newReviews(of book: Book.ID) -> any AsyncSequence<Review, ReviewServiceError> & Sendable {
        base.newReviews(of: book)
    }
}
