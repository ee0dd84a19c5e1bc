public import Foundation
public import Models
public import Observation
public import Primitives
public import Services

/// One page of a list, of any items that a service lists.
///
/// ```swift
/// let model = ListViewModel(page: try PageRequest(size: 100), load: timeEntries.timeEntries(page:))
/// ```
@MainActor
@Observable
public final class ListViewModel<Item: Sendable, Specific: SpecificFailure> {
    /// What the screen shows.
    public enum State: Sendable {
        case idle
        /// There is no list to show. During a reload, the list stays on the screen.
        case loading
        /// The list stays on the screen if a reload fails (``reloadError``).
        case loaded(Listing<Item>)
        /// The load failed, and there is no list to show.
        case failed(ServiceError<Specific>)
    }

    /// The current state, which only this view model changes.
    public private(set) var state = State.idle
    /// Why the last reload of a list that is shown failed; `nil` if it succeeded.
    public private(set) var reloadError: ServiceError<Specific>?

    private let page: PageRequest
    private let request: @Sendable (PageRequest) async throws(ServiceError<Specific>) -> Listing<Item>
    private let loading = OwnedTask()

    /// - Parameters:
    ///   - page: the page to load.
    ///   - load: a method of a service.
    public init(
        page: PageRequest, load: @escaping @Sendable (PageRequest) async throws(ServiceError<Specific>) -> Listing<Item>
    ) {
        self.page = page
        request = load
    }

    /// The error message to show; `nil` if there is none.
    public var message: UserMessage? {
        if case .failed(let error) = state { error.localizableUserMessage } else { reloadError?.localizableUserMessage }
    }

    /// When the list that is shown was stored on this machine, and why the server could not be reached; `nil` for the
    /// server's response.
    public var storedCopy: (date: Date, reason: UserMessage)? {
        guard case .loaded(let listing) = state, case .stored(let date, let failure) = listing.source
        else { return nil }
        return (date, failure.localizableUserMessage)
    }

    /// Loads the page. A second load replaces the first.
    public func load() {
        if case .loaded = state { reloadError = nil } else { state = .loading }
        loading.run { [request, page] () async throws(ServiceError<Specific>) in
            try await request(page)
        } then: { [weak self] result in
            self?.show(result)
        }
    }

    private func show(_ result: Result<Listing<Item>, ServiceError<Specific>>) {
        switch result {
        case .success(let listing): state = .loaded(listing)
        case .failure(let error) where error.isCancellation:
            if case .loading = state { state = .idle }
        case .failure(let error):
            if case .loaded = state { reloadError = error } else { state = .failed(error) }
        }
    }
}
