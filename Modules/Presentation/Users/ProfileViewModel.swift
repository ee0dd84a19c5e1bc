import AsyncAlgorithms
public import Models
public import Observation
public import Primitives
public import Services

/// A screen with the account's own user, as it changes, and a page of all users. Both are requested at the same time.
@MainActor
@Observable
public final class ProfileViewModel {
    /// What the screen shows.
    public enum State: Sendable {
        case idle
        case loading
        /// This machine has never stored the user, and requests it now.
        case neverFetched
        /// The user stays on the screen even if a refresh fails. The page is `nil` until the server has sent it.
        case loaded(Snapshot<User>, Page<User>?)
        /// Nothing is stored, and the server's user could not be loaded.
        case failed(UserServiceError)
    }

    /// The current state, which only this view model changes.
    public private(set) var state = State.idle
    /// Why the user could not be loaded or refreshed, or else why the page could not be loaded; `nil` if there is nothing
    /// to say.
    public private(set) var message: UserMessage?
    /// Counts this screen's requests of pages.
    public let activity: Activity

    private let users: any UserService
    private let page: PageRequest
    private let observing = OwnedTask()

    private typealias PageResult = Result<Page<User>, UserServiceError>

    /// - Parameters:
    ///   - page: the page of users to load.
    ///   - activity: one instance for all screens that share an indicator.
    public init(users: any UserService, page: PageRequest, activity: Activity = Activity()) {
        self.users = users
        self.page = page
        self.activity = activity
    }

    /// Requests the user and the page, and shows the user and its changes from now on. A second call requests both
    /// again.
    public func load() {
        if case .loaded = state {} else { (state, message) = (.loading, nil) }
        observing.follow(combineLatest(users.observeMe(), pageResults())) { [weak self] in self?.show($0, $1) }
    }

    /// Ends ``load()``. A loading screen becomes idle; a loaded screen stays unchanged.
    public func cancel() {
        observing.cancel()
        switch state {
        case .loading, .neverFetched: state = .idle
        case .idle, .loaded, .failed: break
        }
    }

    /// Begins with `nil`, so that the user appears without waiting for the page.
    private func pageResults() -> AsyncStream<PageResult?> {
        AsyncStream { results in
            results.yield(nil)
            let request = Task { [users, page, activity] in
                let result = await Result(of: { () async throws(UserServiceError) in
                    try await activity.track { () async throws(UserServiceError) in try await users.users(page: page) }
                })
                results.yield(result)
                results.finish()
            }
            results.onTermination = { _ in request.cancel() }
        }
    }

    private func show(_ user: Snapshots<User>.Element, _ page: PageResult?) {
        var (shown, pageFailure): (Page<User>?, UserServiceError?)
        if case .loaded(_, let earlier) = state { shown = earlier }
        switch page {
        case .success(let page): shown = page
        case .failure(let error): pageFailure = error.isCancellation ? nil : error
        case nil: break
        }
        switch (user, state) {
        case (.success(let snapshot), _):
            state = .loaded(snapshot, shown)
            message = snapshot.refreshError?.localizableUserMessage ?? pageFailure?.localizableUserMessage
        case (.failure(.cancelled), .loaded), (.failure(.failed(.neverFetched)), .loaded): break
        case (.failure(.cancelled), _): (state, message) = (.idle, nil)
        case (.failure(.failed(.neverFetched)), _): (state, message) = (.neverFetched, nil)
        case (.failure(let error), .loaded): message = error.localizableUserMessage
        case (.failure(let error), _): (state, message) = (.failed(error), error.localizableUserMessage)
        }
    }
}
