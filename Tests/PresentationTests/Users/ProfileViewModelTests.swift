import EngineTestSupport
import Foundation
import Models
import Presentation
import Services
import TestSupport
import Testing

@MainActor
@Suite("Profile screen", .timeLimit(.minutes(10)))
struct ProfileViewModelTests {
    private let calls = SlowCalls()
    private let user = Observed<User>()

    /// The test yields the own user. The page comes when the gate opens.
    private func makeModel(
        users: MockResponse<PageRequest, Page<User>, UserServiceError>? = nil, activity: Activity = Activity()
    ) throws -> ProfileViewModel {
        let page = Page(items: [try User.fixture(name: "Charles Babbage")], number: 1, size: 5, total: 1)
        let slow: MockResponse<PageRequest, Page<User>, UserServiceError> = .closure {
            [calls] _ async throws(UserServiceError) in
            try await calls.pass(orThrow: UserServiceError.cancelled)
            return page
        }
        let service = MockUserService(observeMe: { [user] in user.observe() }, users: users ?? slow)
        return ProfileViewModel(users: service, page: try PageRequest(size: 5), activity: activity)
    }

    @Test("the user is shown at once, as it changes, and the page as soon as the server has sent it")
    func load() async throws {
        let activity = Activity()
        let model = try makeModel(activity: activity)
        guard case .idle = model.state else { return unexpected(model) }
        model.load()
        guard case .loading = model.state else { return unexpected(model) }
        user.yield(.success(.fixture(try .fixture())))
        try await wait { model.shows("Ada Lovelace", nil) }
        await calls.gate.waitForArrivals(1)
        #expect(activity.count == 1)
        calls.gate.open()
        try await wait { model.shows("Ada Lovelace", "Charles Babbage") }
        user.yield(.success(.fixture(try .fixture(name: "Grace Hopper"))))
        try await wait { model.shows("Grace Hopper", "Charles Babbage") }
        #expect(activity.count == 0 && model.message == nil)
    }

    @Test("a screen that has never had the user says so, then shows it or why it could not be loaded")
    func neverFetched() async throws {
        let model = try makeModel()
        model.load()
        user.yield(.failure(.failed(.neverFetched)))
        try await wait { if case .neverFetched = model.state { true } else { false } }
        #expect(model.message == nil)
        user.yield(.failure(.loggedOut))
        try await wait { if case .failed(.loggedOut) = model.state { true } else { false } }
        #expect(model.message == UserServiceError.loggedOut.localizableUserMessage)
        user.yield(.success(.fixture(try .fixture())))
        try await wait { model.shows("Ada Lovelace", nil) }
        #expect(model.message == nil)
    }

    @Test("a failure of the page or of a refresh leaves the user on the screen and says why")
    func failures() async throws {
        let model = try makeModel(users: .error(.forbidden(nil)))
        model.load()
        user.yield(.success(.fixture(try .fixture())))
        try await wait { model.message == UserServiceError.forbidden(nil).localizableUserMessage }
        #expect(model.shows("Ada Lovelace", nil))
        let stored = Snapshot(
            try User.fixture(), from: .stored, fetchedAt: .distantPast, refreshError: ServiceFailure.neverFetched)
        user.yield(.success(stored))
        try await wait { model.message == ServiceFailure.neverFetched.localizableUserMessage }
        user.yield(.failure(.loggedOut))
        try await wait { model.message == UserServiceError.loggedOut.localizableUserMessage }
        #expect(model.shows("Ada Lovelace", nil))
    }

    @Test("a second load keeps the user and the page on the screen, whatever becomes of it")
    func secondLoad() async throws {
        let (isSecond, page) = (Gate(), Page(items: [try User.fixture(name: "Ada")], number: 1, size: 5, total: 1))
        let model = try makeModel(
            users: .closure { _ async throws(UserServiceError) in
                if isSecond.isOpen { throw .loggedOut }
                return page
            })
        model.load()
        user.yield(.success(.fixture(try .fixture())))
        try await wait { model.shows("Ada Lovelace", "Ada") }
        isSecond.open()
        model.load()
        for error in [UserServiceError.failed(.neverFetched), .cancelled] { user.yield(.failure(error)) }
        user.yield(.success(.fixture(try .fixture(name: "Ada King"))))
        try await wait { model.shows("Ada King", "Ada") && model.message != nil }
        #expect(model.message == UserServiceError.loggedOut.localizableUserMessage)
    }

    @Test("a cancelled load shows nothing, and cancels its calls")
    func cancel() async throws {
        let model = try makeModel()
        model.load()
        await calls.gate.waitForArrivals(1)
        model.cancel()
        guard case .idle = model.state else { return unexpected(model) }
        await calls.cancelled.waitForArrivals(1)
        #expect(calls.cancelled.arrivals == 1)
    }

    @Test("a cancellation by the service is shown as nothing, not as an error")
    func cancelledByService() async throws {
        let model = try makeModel()
        model.load()
        user.yield(.failure(.cancelled))
        try await wait { if case .idle = model.state { true } else { false } }
        #expect(model.message == nil)
    }

    @Test("a view model is released while it loads, and its calls are cancelled")
    func release() async throws {
        try await calls.expectRelease {
            try makeModel()
        } during: {
            $0.load()
        }
    }

    private func unexpected(_ model: ProfileViewModel) {
        Issue.record("\(model.state)")
    }
}

extension ProfileViewModel {
    fileprivate func shows(_ user: String, _ other: String?) -> Bool {
        guard case .loaded(let shown, let page) = state else { return false }
        return shown.value.name.text == user && page?.items.first?.name.text == other
    }
}
