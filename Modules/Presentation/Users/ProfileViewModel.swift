import AsyncAlgorithms
public import Models
public import Observation
public import Primitives
public import Services

/// A screen with the account's user and a page of all users, which are loaded concurrently.
@MainActor
@Observable
public final class ProfileViewModel {
    /// What the screen shows.
    public enum State: Sendable {
        case idle
        case loading
        case loaded(User, Page<User>)
        /// With the error of the call that failed first.
        case failed(UserServiceError)
    }

    /// The current state, which only this view model changes.
    public private(set) var state = State.idle
    /// Counts this screen's loads.
    public let activity: Activity

    private let users: any UserService
    private let page: PageRequest
    private let loading = OwnedTask()

    /// - Parameters:
    ///   - page: the page of users to load.
    ///   - activity: one instance for all screens that share an indicator.
    public init(users: any UserService, page: PageRequest, activity: Activity = Activity()) {
        self.users = users
        self.page = page
        self.activity = activity
    }

    /// The error message to show; `nil` if there is none.
    public var message: UserMessage? {
        if case .failed(let error) = state { error.localizableUserMessage } else { nil }
    }

    /// Loads both concurrently. The first failure cancels the other call. A second load replaces the first.
    public func load() {
        state = .loading
        loading.run { [users, page, activity] () async throws(UserServiceError) in
            try await activity.track { () async throws(UserServiceError) in
                try await concurrently(
                    { () async throws(UserServiceError) in try await users.me().value },
                    { () async throws(UserServiceError) in try await users.users(page: page) })
            }
        } then: { [weak self] result in
            self?.show(result)
        }
    }

    /// Shows the newest user with the newest page, as soon as there is one of each. Replaces a load in progress.
    public func follow(
        _ users: some AsyncSequence<User, Never> & Sendable,
        _ pages: some AsyncSequence<Page<User>, Never> & Sendable
    ) {
        state = .loading
        loading.follow(combineLatest(users, pages)) { [weak self] user, page in
            self?.state = .loaded(user, page)
        }
    }

    /// Cancels ``load()`` or ``follow(_:_:)``. A loading screen becomes idle; a loaded screen stays unchanged.
    public func cancel() {
        loading.cancel()
        if case .loading = state { state = .idle }
    }

    private func show(_ result: Result<(User, Page<User>), UserServiceError>) {
        switch result {
        case .success((let user, let page)): state = .loaded(user, page)
        case .failure(let error): state = error.isCancellation ? .idle : .failed(error)
        }
    }
}
