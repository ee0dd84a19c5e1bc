import Models
import Presentation
import Services
import TestSupport
import Testing

@MainActor
@Suite("Profile screen", .timeLimit(.minutes(10)))
struct ProfileViewModelTests {
    private let gate = Gate()
    private let cancelled = Gate(isOpen: true)

    private func makeModel(
        users: MockUserService? = nil, products: MockProductService? = nil, activity: Activity = Activity()
    ) throws -> ProfileViewModel {
        ProfileViewModel(
            users: try users ?? MockUserService(me: .value(.fixture())),
            products: try products ?? MockProductService(products: .value(listing())),
            page: try PageRequest(size: 5), activity: activity)
    }

    /// Responds when the gate opens, and counts its cancellation.
    private func slowUsers() throws -> MockUserService {
        let user = try User.fixture()
        return MockUserService(
            me: .closure { [gate, cancelled] _ async throws(UserServiceError) in
                await gate.pass()
                if Task.isCancelled {
                    await cancelled.pass()
                    throw .cancelled
                }
                return user
            })
    }

    private func listing(_ name: String = "Punched cards") throws -> Listing<Product> {
        Listing(Page(items: [try .fixture(name: name)], number: 1, size: 5, total: 1), from: .server)
    }

    @Test("a load shows that it loads, counts as one activity, and shows both values")
    func load() async throws {
        let activity = Activity()
        let model = try makeModel(users: slowUsers(), activity: activity)
        guard case .idle = model.state else { return unexpected(model) }
        model.load()
        guard case .loading = model.state else { return unexpected(model) }
        await gate.waitForArrivals(1)
        #expect(activity.count == 1)
        gate.open()
        try await wait { model.shows("Ada Lovelace", "Punched cards") }
        #expect(activity.count == 0)
        #expect(model.message == nil)
    }

    @Test("a failure of the second call cancels the first one and is shown")
    func failure() async throws {
        let model = try makeModel(users: slowUsers(), products: MockProductService(products: .error(.loggedOut)))
        model.load()
        try await wait { model.message != nil }
        guard case .failed(.second(.loggedOut)) = model.state else { return unexpected(model) }
        #expect(model.message == ProductServiceError.loggedOut.localizableUserMessage)
        #expect(!gate.isOpen)
    }

    @Test("a load after a failure removes the error and sends both calls again")
    func repetition() async throws {
        let users = MockUserService(me: .error(.loggedOut))
        let model = try makeModel(users: users)
        model.load()
        try await wait { model.message != nil }
        guard case .failed(.first(.loggedOut)) = model.state else { return unexpected(model) }
        model.load()
        #expect(model.message == nil)
        try await wait { model.message != nil }
        #expect(users.calls == [.me, .me])
    }

    @Test("a cancelled load shows nothing, and cancels its calls")
    func cancel() async throws {
        let model = try makeModel(users: slowUsers())
        model.load()
        await gate.waitForArrivals(1)
        model.cancel()
        guard case .idle = model.state else { return unexpected(model) }
        await cancelled.waitForArrivals(1)
        #expect(cancelled.arrivals == 1)
    }

    @Test("a cancellation by the service is shown as nothing, not as an error")
    func cancelledByService() async throws {
        let model = try makeModel(users: MockUserService(me: .error(.cancelled)))
        model.load()
        try await wait { if case .idle = model.state { true } else { false } }
        #expect(model.message == nil)
    }

    @Test("a view model is released while it loads, and its calls are cancelled")
    func release() async throws {
        var model: ProfileViewModel? = try makeModel(users: slowUsers())
        weak let released = model
        model?.load()
        await gate.waitForArrivals(1)
        model = nil
        #expect(released == nil)
        await cancelled.waitForArrivals(1)
        #expect(cancelled.arrivals == 1)
    }

    @Test("following two streams shows the newest value of each, once both have one")
    func follow() async throws {
        let model = try makeModel()
        let (users, user) = AsyncStream.makeStream(of: User.self)
        let (listings, newListing) = AsyncStream.makeStream(of: Listing<Product>.self)
        model.follow(users, listings)
        user.yield(try .fixture())
        guard case .loading = model.state else { return unexpected(model) }
        newListing.yield(try listing())
        try await wait { model.shows("Ada Lovelace", "Punched cards") }
        user.yield(try .fixture(name: "Grace Hopper"))
        try await wait { model.shows("Grace Hopper", "Punched cards") }
        newListing.yield(try listing("Magnetic tape"))
        try await wait { model.shows("Grace Hopper", "Magnetic tape") }
        model.cancel()
        #expect(model.shows("Grace Hopper", "Magnetic tape"))
    }

    @Test("a load replaces the streams and releases them")
    func replaced() async throws {
        let model = try makeModel()
        let released = Gate(isOpen: true)
        let (users, user) = AsyncStream.makeStream(of: User.self)
        let (listings, newListing) = AsyncStream.makeStream(of: Listing<Product>.self)
        model.follow(users.map(noting(released)), listings)
        user.yield(try .fixture(name: "Grace Hopper"))
        newListing.yield(try listing())
        try await wait { model.shows("Grace Hopper", "Punched cards") }
        model.load()
        await released.waitForArrivals(1)
        try await wait { model.shows("Ada Lovelace", "Punched cards") }
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
    fileprivate func shows(_ user: String, _ product: String) -> Bool {
        guard case .loaded(let shown, let listing) = state else { return false }
        return shown.name.text == user && listing.page.items.map(\.name.text) == [product]
    }
}
