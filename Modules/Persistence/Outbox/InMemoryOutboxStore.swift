public import Foundation

/// Stores the outbox until the process exits: for tests, and for apps without files.
public struct InMemoryOutboxStore: OutboxStore {
    private let authSessions: InMemoryAuthSessionStore

    /// - Parameter authSessions: the store of the accounts that the entries belong to and are removed with.
    public init(_ authSessions: InMemoryAuthSessionStore) {
        self.authSessions = authSessions
    }

    public func add(
        _ change: NewOutboxEntry, merging merge: @Sendable (OutboxEntry) -> OutboxMerge
    ) async throws(StoreError) -> OutboxEntry? {
        try authSessions.write { state throws(StoreError) in
            if case .account(let account) = change.owner, !state.accounts.contains(account) { throw .noAccount }
            if let index = state.outbox.lastIndex(where: { $0.owner == change.owner && $0.lane == change.lane }),
                state.outbox[index].state == .open
            {
                switch merge(state.outbox[index]) {
                case .keepBoth: break
                case .removeBoth:
                    state.outbox.remove(at: index)
                    return nil
                case .replace(let payload):
                    let merged = state.outbox[index].replacing(payload: payload, version: change.version)
                    if let merged { state.outbox[index] = merged }
                    return merged
                }
            }
            state.lastOutboxNumber += 1
            let entry = change.numbered(state.lastOutboxNumber)
            state.outbox.append(entry)
            return entry
        }
    }

    public func entries(of owner: DataOwner) async throws(StoreError) -> [OutboxEntry] {
        try authSessions.read { state in state.outbox.filter { $0.owner == owner } }
    }

    public func next(of owner: DataOwner, after number: Int, at now: Date) async throws(StoreError) -> OutboxEntry? {
        try authSessions.read { state in
            var lanes: Set<String> = []
            return state.outbox.first { entry in
                guard entry.owner == owner, lanes.insert(entry.lane).inserted else { return false }
                return entry.number > number && entry.isDue(at: now)
            }
        }
    }

    @discardableResult
    public func update(
        _ id: OutboxEntry.ID, of owner: DataOwner, _ transition: @Sendable (OutboxEntry) -> OutboxEntry?
    ) async throws(StoreError) -> OutboxEntry? {
        try authSessions.write { state in
            guard let index = state.outbox.firstIndex(where: { $0.id == id && $0.owner == owner }) else { return nil }
            let before = state.outbox[index]
            if let after = transition(before) {
                state.outbox[index] = after
            } else {
                state.outbox.remove(at: index)
            }
            return before
        }
    }

    public func changes() -> AsyncStream<Void> { authSessions.feed.changes() }
}

extension StoreError {
    /// The owner of new data is an account that was removed or never logged in.
    public static var noAccount: StoreError { .failed(reason: "The account is not logged in on this machine.") }
}
