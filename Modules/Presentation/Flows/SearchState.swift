public import Primitives
public import Services

/// The state of a search as you type.
public enum SearchState<Item: Sendable, Failure: Error>: Sendable {
    /// The term is too short to search, or empty.
    case idle
    /// The request for `term` is in progress. If it replaces another request, it may still wait for its delay.
    case searching(term: String)
    /// The server's items for `term`, which may be none.
    case results(term: String, items: [Item])
    /// The request for `term` failed. Entering any term, even the same one, searches again.
    case failed(term: String, Failure)

    /// The items to show: those of ``results(term:items:)``, and none in any other state.
    public var items: [Item] {
        if case .results(_, let items) = self { items } else { [] }
    }
}

extension SearchState: Equatable where Item: Equatable, Failure: Equatable {}

extension SearchState where Failure: UserFacingError {
    /// The error message to show; `nil` if there is none.
    public var message: UserMessage? {
        guard case .failed(_, let error) = self, !error.isCancellation else { return nil }
        return error.localizableUserMessage
    }
}
