public import Models
public import Observation
public import Primitives
public import Services

/// A list of the account's time entries.
@MainActor
@Observable
public final class TimeEntriesViewModel {
    /// What the screen shows.
    public enum State: Sendable {
        case idle
        /// There is no list to show. During a reload, the list stays on the screen.
        case loading
        case loaded(Listing<TimeEntry>)
        case failed(TimeEntryServiceError)
    }

    /// The current state, which only this view model changes.
    public private(set) var state = State.idle

    private let timeEntries: any TimeEntryService
    private let page: PageRequest
    private let loading = OwnedTask()

    /// - Parameter page: the page to load.
    public init(timeEntries: any TimeEntryService, page: PageRequest) {
        self.timeEntries = timeEntries
        self.page = page
    }

    /// The error message to show; `nil` if there is none.
    public var message: UserMessage? {
        if case .failed(let error) = state { error.localizableUserMessage } else { nil }
    }

    /// Loads the page. A second load replaces the first.
    public func load() {
        if case .loaded = state {} else { state = .loading }
        loading.run { [timeEntries, page] () async throws(TimeEntryServiceError) in
            try await timeEntries.timeEntries(page: page)
        } then: { [weak self] result in
            self?.show(result)
        }
    }

    private func show(_ result: Result<Listing<TimeEntry>, TimeEntryServiceError>) {
        switch result {
        case .success(let listing): state = .loaded(listing)
        case .failure(let error) where error.isCancellation:
            if case .loading = state { state = .idle }
        case .failure(let error): state = .failed(error)
        }
    }
}
