import Foundation

/// The rules of a search as you type: which term is searched, which request is cancelled, which response is stale.
struct LiveSearchMachine<Item: Sendable, Failure: Error> {
    typealias State = SearchState<Item, Failure>

    /// One request for a term, identified by its number.
    struct Request: Sendable, Equatable {
        let id: Int
        let term: String
    }

    enum Action {
        /// End the request that was started last, whether it waits for its delay or for its response.
        case cancel
        /// Wait for the delay, report ``delayPassed(_:)``, then send the request.
        case start(Request)
        case publish(State)
    }

    /// The minimum number of characters in a term.
    let minimumLength: Int
    private(set) var state = State.idle
    /// The request that waits for its delay or for its response. Every other request is stale.
    private var current: Request?
    private var lastID = 0

    init(minimumLength: Int) {
        self.minimumLength = minimumLength
    }

    mutating func enter(_ text: String) -> [Action] {
        let term = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard term.count >= minimumLength, !term.isEmpty else {
            if case .idle = state { return cancelCurrent() }
            return cancelCurrent() + [move(to: .idle)]
        }
        guard current?.term != term else { return [] }
        let cancellation = cancelCurrent()
        if case .results(term, _) = state { return cancellation }
        lastID += 1
        let request = Request(id: lastID, term: term)
        current = request
        guard case .searching = state else { return cancellation + [.start(request)] }
        return cancellation + [.start(request), move(to: .searching(term: term))]
    }

    /// Returns `nil` if the request is stale and must not be sent.
    mutating func delayPassed(_ request: Request) -> [Action]? {
        guard current == request else { return nil }
        if case .searching(request.term) = state { return [] }
        return [move(to: .searching(term: request.term))]
    }

    /// Accepts the response to the current request, and ignores every other response.
    mutating func receive(_ result: Result<[Item], Failure>, for request: Request) -> [Action] {
        guard current == request else { return [] }
        current = nil
        return switch result {
        case .success(let items): [move(to: .results(term: request.term, items: items))]
        case .failure(let error): [move(to: .failed(term: request.term, error))]
        }
    }

    private mutating func cancelCurrent() -> [Action] {
        guard current != nil else { return [] }
        current = nil
        return [.cancel]
    }

    private mutating func move(to next: State) -> Action {
        state = next
        return .publish(next)
    }
}
