import ContractSuites
import Foundation
import Models
import Persistence
import Primitives
import Services
import Synchronization
import TestSupport
import Testing

struct ServiceMockTests {
    @Test("a mock returns the responses that a test sets up")
    func responses() async throws {
        let account = try Account.fixture(id: "u-7", role: .admin)
        let auth = MockAuthService(
            login: .value(account), restore: .value(nil), refresh: .error(.loggedOut), logout: .value(.everywhere))
        #expect(try await auth.login(Self.credentials()) == account)
        #expect(try await auth.restore() == nil)
        await expectFailure(.loggedOut) { try await auth.refresh(account) }

        let user = try User.fixture(id: "u-7")
        let users = MockUserService(
            me: .value(user),
            user: .closure { id throws(UserServiceError) in
                guard id == user.id else { throw .forbidden(nil) }
                return user
            }, delete: .success)
        #expect(try await users.me() == user)
        #expect(try await users.user(id: user.id) == user)
        await expectFailure(.forbidden) { try await users.user(id: .fixture("other")) }
        try await users.delete(id: user.id)
    }

    @Test("the response of an upload can report progress")
    func progress() async throws {
        let steps = [UploadProgress(sent: 1, total: 2), UploadProgress(sent: 2, total: 2)]
        let uploads = MockUploadService(
            uploadAvatar: .closure { arguments throws(UploadServiceError) in
                steps.forEach(arguments.progress)
                throw .cancelled
            })
        let reported = Mutex<[UploadProgress]>([])
        let id = try UserID.fixture()
        await expectFailure(.cancelled) {
            try await uploads.uploadAvatar(URL(filePath: "/a"), of: id) { step in
                reported.withLock { $0.append(step) }
            }
        }
        #expect(reported.withLock { $0 } == steps)
        #expect(uploads.calls == [.uploadAvatar(URL(filePath: "/a"), of: id)])
    }

    @Test("a mock records calls in order, passes those without a response on, and prints no password")
    func recording() async throws {
        let account = try Account.fixture()
        let password = Canary("recorded-password")
        let credentials = try Credentials(email: EmailAddress("a@b.cd"), password: password.secret)
        let base = MockAuthService(restore: .value(nil), refresh: .success, logout: .value(.everywhere))
        let auth = MockAuthService(over: base, login: .value(account))
        _ = try await auth.restore()
        _ = try await auth.login(credentials)
        try await auth.refresh(account)
        _ = try await auth.logout(account)
        #expect(auth.calls == [.restore, .login(credentials), .refresh(account), .logout(account)])
        #expect(base.calls == [.restore, .refresh(account), .logout(account)])
        #expect(!password.isFound(in: "\(auth.calls)"))
    }

    @Test("mocks of feedback and products return responses, pass other calls on and record each call")
    func feedbackAndProducts() async throws {
        let message = try FeedbackMessage("Hello.")
        let receipt = FeedbackReceipt(id: "f-1", createdAt: Date(timeIntervalSince1970: 0), authorID: nil)
        let feedback = MockFeedbackService(send: .value(receipt))
        #expect(try await MockFeedbackService(over: feedback).send(message) == receipt)
        #expect(feedback.calls == [.send(message)])

        let (product, new) = (try Product.fixture(), try NewProduct.fixture())
        let base = MockProductService(create: .value(product), delete: .success)
        let products = MockProductService(over: base, delete: .error(.cancelled))
        #expect(try await products.create(new) == product)
        await expectFailure(.cancelled) { try await products.delete(id: product.id) }
        #expect(products.calls == [.create(new), .delete(id: product.id)])
        #expect(base.calls == [.create(new)])
    }

    @Test("a mock of reviews returns responses, passes other calls on and records each call")
    func reviews() async throws {
        let (book, id) = (try Book.ID(84), try Review.ID("r-1"))
        let review = Review(
            id: id, bookID: book, stars: try Stars(4), text: nil, author: "Ada",
            createdAt: Timestamp(Date(timeIntervalSince1970: 0)))
        let base = MockReviewService(
            reviews: .value(BookReviews(reviews: [review], average: .none)), update: .value(review),
            newReviews: .value([review, review]))
        let mock = MockReviewService(over: base, add: .error(.loggedOut))
        #expect(try await mock.reviews(of: book).reviews == [review])
        let new = NewReview(bookID: book, stars: review.stars)
        await expectFailure(.loggedOut) { try await mock.add(new) }
        #expect(try await mock.update(id, with: ReviewChanges(text: .cleared)) == review)
        var seen: [Review] = []
        for try await review in mock.newReviews(of: book) { seen.append(review) }
        #expect(seen == [review, review])
        #expect(
            mock.calls == [
                .reviews(of: book), .add(new), .update(id, ReviewChanges(text: .cleared)), .newReviews(of: book),
            ])
    }

    @Test("a call without a response throws an error that names the call and the line that made the mock")
    func unexpected() async throws {
        let account = try Account.fixture()
        let (auth, users, uploads) = (MockAuthService(), MockUserService(), MockUploadService())
        let (feedback, products) = (MockFeedbackService(), MockProductService())
        let (reviews, book) = (MockReviewService(), try Book.ID(84))
        let (product, new) = (try Product.fixture(), try NewProduct.fixture())
        let calls: [String: @Sendable () async throws -> Void] = [
            "AuthService.login(_:)": { _ = try await auth.login(Self.credentials()) },
            "AuthService.restore()": { _ = try await auth.restore() },
            "AuthService.refresh(_:)": { try await auth.refresh(account) },
            "AuthService.logout(_:)": { _ = try await auth.logout(account) },
            "UserService.me()": { _ = try await users.me() },
            "UserService.user(id:)": { _ = try await users.user(id: account.id) },
            "UserService.users(page:)": { _ = try await users.users(page: PageRequest(size: 1)) },
            "UserService.updateProfile(of:with:)": {
                _ = try await users.updateProfile(of: account.id, with: ProfilePatch())
            },
            "UserService.delete(id:)": { try await users.delete(id: account.id) },
            "UploadService.uploadAvatar(_:of:progress:)": {
                _ = try await uploads.uploadAvatar(URL(filePath: "/a"), of: account.id) { _ in }
            },
            "FeedbackService.send(_:)": { _ = try await feedback.send(FeedbackMessage("Hello.")) },
            "ProductService.products(page:)": { _ = try await products.products(page: PageRequest(size: 1)) },
            "ProductService.create(_:)": { _ = try await products.create(new) },
            "ProductService.delete(id:)": { try await products.delete(id: product.id) },
            "ReviewService.reviews(of:)": { _ = try await reviews.reviews(of: book) },
            "ReviewService.add(_:)": { _ = try await reviews.add(NewReview(bookID: book, stars: Stars(1))) },
            "ReviewService.update(_:with:)": { _ = try await reviews.update(Review.ID("r-1"), with: ReviewChanges()) },
            "ReviewService.newReviews(of:)": { for try await _ in reviews.newReviews(of: book) {} },
        ]
        for (name, call) in calls {
            let error = await expectFailure(.storage) { try await call() }
            #expect(error?.userMessage.contains("\(name) was called") == true)
            #expect(error?.userMessage.contains("ServiceMockTests.swift") == true)
        }
    }

    private static func credentials() throws -> Credentials {
        try Credentials(email: EmailAddress("a@b.cd"), password: Secret("p"))
    }
}
