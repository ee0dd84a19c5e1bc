public import EngineContracts
public import EngineTestSupport
import Models
import Networking
public import Services
import Testing

/// The contract that every `ReviewService` fulfills.
///
/// It runs on a real backend only: ``TestSupport/FakeBackend`` has no GraphQL, because a fake that executes documents
/// would be a second GraphQL server, and one that recognizes the app's documents would not notice a wrong one.
public enum ReviewServiceContract {
    /// The clauses. Each needs new services and a new backend.
    public static var clauses: [ContractClause<ReviewServiceSubject>] {
        [
            ContractClause("a guest reads the reviews of a book, the newest first, with their average") { subject in
                let list = try await subject.guest.reviews(of: Book.ID(84))
                #expect(list.reviews.map(\.stars.count) == [3, 5])
                #expect(list.reviews.map(\.author) == ["Grace Hopper", "Ada Lovelace"])
                #expect(list.reviews.last?.text == "Everyone in it asks who is to blame. The creature is not asked.")
                #expect(try list.reviews.allSatisfy { try $0.bookID == Book.ID(84) })
                #expect(list.average.stars == 4)
            },
            ContractClause("a book without reviews has an empty list and no average") { subject in
                let list = try await subject.guest.reviews(of: Book.ID(6130))
                guard case .none = list.average else {
                    Issue.record("\(list.average)")
                    return
                }
                #expect(list.reviews.isEmpty)
            },
            ContractClause("if the average fails, the reviews are returned without it and with the reason") { subject in
                try await subject.backend.arm("graphql-average-stars")
                let list = try await subject.guest.reviews(of: Book.ID(84))
                #expect(list.reviews.count == 2)
                guard case .unavailable(let failure) = list.average else {
                    Issue.record("\(list.average)")
                    return
                }
                #expect(failure.userMessage.hasSuffix("."))
                #expect(try await subject.guest.reviews(of: Book.ID(84)).average.stars == 4)
            },
            ContractClause("a review that is added arrives at a guest who waits for it") { subject in
                let book = try Book.ID(2701)
                let reviews = try await withThrowingTaskGroup(of: Review?.self) { group in
                    let (guest, member) = (subject.guest, subject.member)
                    group.addTask {
                        for try await review in guest.newReviews(of: book) { return review }
                        return nil
                    }
                    group.addTask {
                        await subject.subscribed()
                        // Of another book, so it must not arrive.
                        _ = try await member.add(NewReview(bookID: Book.ID(84), stars: Stars(1)))
                        return try await member.add(NewReview(bookID: book, stars: Stars(5)))
                    }
                    return try await group.reduce(into: []) { reviews, review in reviews.append(review) }
                }
                let added = try #require(reviews.last ?? nil)
                #expect(added.bookID == book && reviews == [added, added])
            },
            ContractClause("a member's review is the newest of its book and counts in the average") { subject in
                let text = "“1”\n\t😀"
                let added = try await subject.member.add(
                    NewReview(bookID: Book.ID(6130), stars: Stars(2), text: ReviewText(text)))
                #expect(added.stars.count == 2 && added.text == text && added.author == "Grace Hopper")
                let list = try await subject.guest.reviews(of: Book.ID(6130))
                #expect(list.reviews == [added])
                #expect(list.average.stars == 2)
            },
            ContractClause("a change keeps, sets or removes the text") { subject in
                let review = try await subject.member.add(
                    NewReview(bookID: Book.ID(6130), stars: Stars(2), text: ReviewText("First.")))
                let kept = try await subject.member.update(review.id, with: ReviewChanges(stars: Stars(3)))
                #expect(kept.stars.count == 3 && kept.text == "First." && kept.id == review.id)
                let set = try await subject.member.update(
                    review.id, with: ReviewChanges(text: .set(ReviewText("Second."))))
                #expect(set.stars.count == 3 && set.text == "Second.")
                let removed = try await subject.member.update(review.id, with: ReviewChanges(text: .cleared))
                #expect(removed.stars.count == 3 && removed.text == nil)
                #expect(try await subject.guest.reviews(of: Book.ID(6130)).reviews == [removed])
            },
            ContractClause("a guest can't write") { subject in
                let review = NewReview(bookID: try Book.ID(84), stars: try Stars(1))
                await expectFailure(.loggedOut) { try await subject.guest.add(review) }
                await expectFailure(.loggedOut) {
                    try await subject.guest.update(Review.ID("r-1"), with: ReviewChanges(text: .cleared))
                }
            },
            ContractClause("a member can't change another member's review") { subject in
                let review = try await subject.member.add(NewReview(bookID: Book.ID(84), stars: Stars(1)))
                await expectFailure(.forbidden) {
                    try await subject.other.update(review.id, with: ReviewChanges(stars: Stars(5)))
                }
                #expect(try await subject.guest.reviews(of: Book.ID(84)).reviews.first == review)
            },
            ContractClause("a book or a review that does not exist is reported as such") { subject in
                let unknown = try Book.ID(999_999_999)
                await expectFailure(.notFound) { try await subject.guest.reviews(of: unknown) }
                let error = await expectFailure(.invalid(fields: ["book"])) {
                    try await subject.member.add(NewReview(bookID: unknown, stars: Stars(1)))
                }
                #expect(error?.userMessage == "book: There is no book 999999999.")
                await expectFailure(.notFound) {
                    try await subject.member.update(Review.ID("r-999999"), with: ReviewChanges(text: .cleared))
                }
            },
            ContractClause("without a connection every call fails as unreachable") { subject in
                subject.backend.cutConnection()
                let errors = [
                    await expectFailure(.network) { try await subject.guest.reviews(of: Book.ID(84)) },
                    await expectFailure(.network) {
                        try await subject.member.add(NewReview(bookID: Book.ID(84), stars: Stars(1)))
                    },
                ]
                #expect(errors.allSatisfy { $0?.failure?.kind == .unreachable })
            },
            ContractClause("a cancelled call reports its cancellation") { subject in
                let book = try Book.ID(84)
                await expectFailure(.cancelled) {
                    try await inCancelledTask { try await subject.guest.reviews(of: book).reviews }
                }
                await expectFailure(.cancelled) {
                    try await inCancelledTask { () -> Review? in
                        for try await review in subject.guest.newReviews(of: book) { return review }
                        return nil
                    }
                }
            },
        ]
    }
}

extension BookReviews.Average {
    /// The average; `nil` if there is none.
    fileprivate var stars: Double? {
        if case .stars(let average) = self { average } else { nil }
    }
}

/// The subject of ``ReviewServiceContract``: the review services of two members and of a guest, and a backend with the
/// demo data and fault switches.
public struct ReviewServiceSubject: Sendable {
    public var guest: any ReviewService
    public var member: any ReviewService
    /// The service of another member.
    let other: any ReviewService
    let backend: any ContractBackend
    private let monitor: MockEventMonitor

    /// - Parameter monitor: receives the events of the guest's calls.
    public init(
        guest: any ReviewService, observedBy monitor: MockEventMonitor, member: any ReviewService,
        other: any ReviewService, on backend: any ContractBackend
    ) {
        self.guest = guest
        self.monitor = monitor
        self.member = member
        self.other = other
        self.backend = backend
    }

    /// Returns once the server has accepted a subscription of the guest, or when the waiting task is cancelled.
    func subscribed() async {
        await monitor.waitForEvents(1) { $0 == .responded(status: 200) }
    }
}
