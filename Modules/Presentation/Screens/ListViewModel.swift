public import Foundation
public import Models
public import Observation
public import Primitives
public import Services

/// One page of a list, as it changes: at first the page that this machine has stored, then the server's.
///
/// ```swift
/// let page = try PageRequest(size: 100)
/// let model = ListViewModel { timeEntries.observe(page: page) }
/// ```
@MainActor
@Observable
public final class ListViewModel<Item: Sendable> {
    /// What the screen shows.
    public enum State: Sendable {
        case idle
        case loading
        /// This machine has never stored the list, and requests it now.
        case neverFetched
        /// The list stays on the screen even if a refresh fails.
        case loaded(PageSnapshot<Item>)
        /// Nothing is stored, and the server's list could not be loaded.
        case failed(ServiceError<Never>)
    }

    /// The current state, which only this view model changes.
    public private(set) var state = State.idle

    private let observe: @Sendable () -> Snapshots<Page<Item>>
    private let observing = OwnedTask()

    /// - Parameter observe: a method of a service.
    public init(_ observe: @escaping @Sendable () -> Snapshots<Page<Item>>) {
        self.observe = observe
    }

    /// Why the list could not be loaded or refreshed; `nil` if there is nothing to say.
    public var message: UserMessage? {
        switch state {
        case .idle, .loading, .neverFetched: nil
        case .loaded(let snapshot): snapshot.refreshError?.localizableUserMessage
        case .failed(let error): error.localizableUserMessage
        }
    }

    /// When the list that is shown was stored on this machine; `nil` unless its refresh has failed.
    public var storedAt: Date? {
        if case .loaded(let snapshot) = state, snapshot.refreshError != nil { snapshot.fetchedAt } else { nil }
    }

    /// The ids of the items whose changes the server has not accepted yet.
    public var pendingIDs: Set<String> {
        if case .loaded(let snapshot) = state { Set(snapshot.pending.map(\.itemID)) } else { [] }
    }

    /// Requests the list, and shows it and its changes from now on. A second call requests it again.
    public func load() {
        if case .loaded = state {} else { state = .loading }
        observing.follow(observe()) { [weak self] in self?.show($0) }
    }

    private func show(_ result: Result<PageSnapshot<Item>, ServiceError<Never>>) {
        switch (result, state) {
        case (.success(let snapshot), _): state = .loaded(snapshot)
        case (.failure, .loaded): break
        case (.failure(.failed(.neverFetched)), _): state = .neverFetched
        case (.failure(let error), _): state = error.isCancellation ? .idle : .failed(error)
        }
    }
}
