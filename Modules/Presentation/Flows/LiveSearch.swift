public import Primitives
import Synchronization

/// A search as you type: sends the latest term after a pause, and drops everything that belongs to an older term.
///
/// ```swift
/// let search = LiveSearch(time: time) { term throws(SearchError) in
///     try await catalog.items(matching: term)
/// }
/// search.enter("moby")
/// for await state in search.states { show(state) }
/// ```
///
/// - White space at the ends of a term is removed. A term below the minimum length shows ``SearchState/idle`` at once.
/// - A newer term cancels the request of an older one, also on the wire. A stale response is never shown.
/// - Entering the current term again sends no request, unless its request failed.
/// - A failure is a state and does not end the search.
/// - Releasing the search cancels its request and ends ``states``.
public final class LiveSearch<Item: Sendable, Failure: Error>: Sendable {
    /// The states, in order, for one reader. A reader that is too slow for all states receives the newest one.
    public let states: AsyncStream<SearchState<Item, Failure>>

    private typealias Machine = LiveSearchMachine<Item, Failure>

    private struct Running {
        var machine: Machine
        var task: Task<Void, Never>?
    }

    private let running: Mutex<Running>
    private let published: AsyncStream<SearchState<Item, Failure>>.Continuation
    private let delay: Duration
    private let time: any TimeSource
    private let search: @Sendable (String) async throws(Failure) -> [Item]

    /// - Parameters:
    ///   - minimumLength: in characters as users see them (extended grapheme clusters).
    ///   - delay: the pause after the last keystroke, before the request is sent.
    ///   - search: sends one request. It must end soon after its task is cancelled.
    public init(
        minimumLength: Int = 2, delay: Duration = .milliseconds(300), time: any TimeSource,
        search: @escaping @Sendable (_ term: String) async throws(Failure) -> [Item]
    ) {
        running = Mutex(Running(machine: Machine(minimumLength: minimumLength), task: nil))
        (states, published) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.delay = delay
        self.time = time
        self.search = search
    }

    deinit {
        running.withLock { $0.task }?.cancel()
        published.finish()
    }

    /// The newest state.
    public var state: SearchState<Item, Failure> { running.withLock { $0.machine.state } }

    /// Receives the whole text of the search field after each change.
    public func enter(_ text: String) {
        let stale = running.withLock { running in
            let actions = running.machine.enter(text)
            return perform(actions, on: &running)
        }
        // Not under the lock, because cancellation runs handlers of other modules.
        stale?.cancel()
    }

    /// Returns the task to cancel. States are published under the lock, so that they stay in order.
    private func perform(_ actions: [Machine.Action], on running: inout Running) -> Task<Void, Never>? {
        var stale: Task<Void, Never>?
        for action in actions {
            switch action {
            case .cancel:
                stale = running.task
                running.task = nil
            case .start(let request): running.task = task(for: request)
            case .publish(let state): published.yield(state)
            }
        }
        return stale
    }

    /// While it waits, the task has no strong reference to this object, so releasing the object cancels the task.
    private func task(for request: Machine.Request) -> Task<Void, Never> {
        Task { [weak self, delay, time, search] in
            do {
                try await time.sleep(for: delay)
            } catch {
                return  // Cancelled by a newer term or with the search.
            }
            guard self?.begin(request) == true else { return }
            let result = await Result(of: { () async throws(Failure) in try await search(request.term) })
            self?.finish(request, with: result)
        }
    }

    private func begin(_ request: Machine.Request) -> Bool {
        running.withLock { running in
            guard let actions = running.machine.delayPassed(request) else { return false }
            _ = perform(actions, on: &running)
            return true
        }
    }

    private func finish(_ request: Machine.Request, with result: Result<[Item], Failure>) {
        running.withLock { running in
            let actions = running.machine.receive(result, for: request)
            _ = perform(actions, on: &running)
        }
    }
}
