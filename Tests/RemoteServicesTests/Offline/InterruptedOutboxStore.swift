import Foundation
import Persistence
import Synchronization
import TestSupport

extension OutboxFixture {
    /// A machine whose store is interrupted, and the store without the interruption.
    static func interrupted() -> (OutboxFixture, InterruptedOutboxStore, any OutboxStore) {
        let stores = AccountStores.inMemory()
        let interrupted = InterruptedOutboxStore(base: stores.outbox)
        let fixture = OutboxFixture(
            stores: AccountStores(authSessions: stores.authSessions, records: stores.records, outbox: interrupted))
        return (fixture, interrupted, stores.outbox)
    }
}

/// A store in which something happens before its n-th call.
final class InterruptedOutboxStore: OutboxStore {
    private let base: any OutboxStore
    private let added = Mutex<(@Sendable () async -> Void)?>(nil)
    private let interruption = Mutex<(calls: Int, body: @Sendable () async throws(StoreError) -> Void)?>(nil)

    init(base: any OutboxStore) {
        self.base = base
    }

    /// Runs `body` before the call with this number, counted from 1.
    func interrupt(before call: Int, _ body: @escaping @Sendable () async throws(StoreError) -> Void) {
        interruption.withLock { $0 = (call, body) }
    }

    /// Runs `body` after the next change is stored, before its caller goes on.
    func afterAdding(_ body: @escaping @Sendable () async -> Void) { added.withLock { $0 = body } }

    var isDone: Bool { interruption.withLock { $0 == nil } }

    private func count() async throws(StoreError) {
        let body = interruption.withLock { state -> (@Sendable () async throws(StoreError) -> Void)? in
            state?.calls -= 1
            guard state?.calls == 0 else { return nil }
            defer { state = nil }
            return state?.body
        }
        try await body?()
    }

    func add(
        _ change: NewOutboxEntry, merging merge: @Sendable (OutboxEntry) -> OutboxMerge
    ) async throws(StoreError) -> OutboxEntry? {
        let entry = try await base.add(change, merging: merge)
        let body = added.withLock { body in
            defer { body = nil }
            return body
        }
        await body?()
        return entry
    }

    func entries(of owner: DataOwner) async throws(StoreError) -> [OutboxEntry] {
        try await count()
        return try await base.entries(of: owner)
    }

    func next(of owner: DataOwner, after number: Int, at now: Date) async throws(StoreError) -> OutboxEntry? {
        try await count()
        return try await base.next(of: owner, after: number, at: now)
    }

    func update(
        _ id: OutboxEntry.ID, of owner: DataOwner, _ transition: @Sendable (OutboxEntry) -> OutboxEntry?
    ) async throws(StoreError) -> OutboxEntry? {
        try await count()
        return try await base.update(id, of: owner, transition)
    }

    func changes() -> AsyncStream<Void> { base.changes() }
}
