import EngineTestSupport
import Models
import Presentation
import Services
import TestSupport
import Testing

@MainActor
@Suite("Profile screen", .timeLimit(.minutes(10)))
struct ProfileViewModelTests {
    private let calls = SlowCalls()

    private func makeModel(
        users: MockUserService? = nil, activity: Activity = Activity()
    ) throws -> ProfileViewModel {
        ProfileViewModel(
            users: try users ?? MockUserService(me: .value(.fixture(.fixture())), users: .value(page())),
            page: try PageRequest(size: 5), activity: activity)
    }

    /// Responds when the gate opens, and counts its cancellation.
    private func slowUsers(
        users: MockResponse<PageRequest, Page<User>, UserServiceError>? = nil
    ) throws -> MockUserService {
        let user = try User.fixture()
        return MockUserService(
            me: .closure { [calls] _ async throws(UserServiceError) in
                try await calls.pass(orThrow: UserServiceError.cancelled)
                return .fixture(user)
            }, users: try users ?? .value(page()))
    }

    private func page(_ name: String = "Charles Babbage") throws -> Page<User> {
        Page(items: [try .fixture(name: name)], number: 1, size: 5, total: 1)
    }

    @Test("a load shows that it loads, counts as one activity, and shows both values")
    func load() async throws {
        let activity = Activity()
        let model = try makeModel(users: slowUsers(), activity: activity)
        guard case .idle = model.state else { return unexpected(model) }
        model.load()
        guard case .loading = model.state else { return unexpected(model) }
        await calls.gate.waitForArrivals(1)
        #expect(activity.count == 1)
        calls.gate.open()
        try await wait { model.shows("Ada Lovelace", "Charles Babbage") }
        #expect(activity.count == 0)
        #expect(model.message == nil)
    }

    @Test("a failure of the second call cancels the first one and is shown until the next load, which sends both again")
    func failure() async throws {
        let users = try slowUsers(users: .error(.loggedOut))
        let model = try makeModel(users: users)
        for count in 1...2 {
            model.load()
            #expect(model.message == nil)
            try await wait { model.message != nil }
            guard case .failed(.loggedOut) = model.state else { return unexpected(model) }
            #expect(model.message == UserServiceError.loggedOut.localizableUserMessage)
            #expect(users.calls.count { $0 == .me(.networkFirst) } == count)
        }
        #expect(!calls.gate.isOpen)
    }

    @Test("a cancelled load shows nothing, and cancels its calls")
    func cancel() async throws {
        let model = try makeModel(users: slowUsers())
        model.load()
        await calls.gate.waitForArrivals(1)
        model.cancel()
        guard case .idle = model.state else { return unexpected(model) }
        await calls.cancelled.waitForArrivals(1)
        #expect(calls.cancelled.arrivals == 1)
    }

    @Test("a cancellation by the service is shown as nothing, not as an error")
    func cancelledByService() async throws {
        let model = try makeModel(users: MockUserService(me: .error(.cancelled), users: .value(page())))
        model.load()
        try await wait { if case .idle = model.state { true } else { false } }
        #expect(model.message == nil)
    }

    @Test("a view model is released while it loads, and its calls are cancelled")
    func release() async throws {
        try await calls.expectRelease {
            try makeModel(users: slowUsers())
        } during: {
            $0.load()
        }
    }

    @Test("following two streams shows the newest value of each, once both have one")
    func follow() async throws {
        let model = try makeModel()
        let (users, user) = AsyncStream.makeStream(of: User.self)
        let (pages, newPage) = AsyncStream.makeStream(of: Page<User>.self)
        model.follow(users, pages)
        user.yield(try .fixture())
        guard case .loading = model.state else { return unexpected(model) }
        newPage.yield(try page())
        try await wait { model.shows("Ada Lovelace", "Charles Babbage") }
        user.yield(try .fixture(name: "Grace Hopper"))
        try await wait { model.shows("Grace Hopper", "Charles Babbage") }
        newPage.yield(try page("Mary Somerville"))
        try await wait { model.shows("Grace Hopper", "Mary Somerville") }
        model.cancel()
        #expect(model.shows("Grace Hopper", "Mary Somerville"))
    }

    @Test("a load replaces the streams and releases them")
    func replaced() async throws {
        let model = try makeModel()
        let released = Gate(isOpen: true)
        let (users, user) = AsyncStream.makeStream(of: User.self)
        let (pages, newPage) = AsyncStream.makeStream(of: Page<User>.self)
        model.follow(users.map(noting(released)), pages)
        user.yield(try .fixture(name: "Grace Hopper"))
        newPage.yield(try page())
        try await wait { model.shows("Grace Hopper", "Charles Babbage") }
        model.load()
        await released.waitForArrivals(1)
        try await wait { model.shows("Ada Lovelace", "Charles Babbage") }
    }

    /// Changes no user. `released` is passed when the function is released with the sequence that uses it.
    private func noting(_ released: Gate) -> @Sendable (User) async -> User {
        let token = Token("users") { Task { await released.pass() } }
        return { user in withExtendedLifetime(token) { user } }
    }

    private func unexpected(_ model: ProfileViewModel) {
        Issue.record("\(model.state)")
    }
}

extension ProfileViewModel {
    fileprivate func shows(_ user: String, _ other: String) -> Bool {
        guard case .loaded(let shown, let page) = state else { return false }
        return shown.name.text == user && page.items.map(\.name.text) == [other]
    }
}
