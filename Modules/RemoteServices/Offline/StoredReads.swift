import Foundation
import Models
import Networking
import Persistence
import Primitives
import Services

/// Reads the items of one kind: from the server, from this machine, or from both.
///
/// What the server sends is stored. Changes that are not sent yet are applied to whatever is returned, and never stored, so
/// that a refused change needs no repair.
struct StoredReads<Access: AccessScope, Item: Codable & Sendable & Identifiable & Equatable>: Sendable
where Item.ID: WireText & Sendable {
    let session: Session<Access>
    let copies: RecordStore<Item>
    let time: any TimeSource
    let overlay: Overlay<Item>?
    private let isOpen: @Sendable () -> Bool

    /// - Parameters:
    ///   - overlay: applies the pending changes; `nil` for a feature without an outbox.
    ///   - isOpen: whether the login that `session` belongs to has not ended.
    init(
        _ session: Session<Access>, copies: RecordStore<Item>, time: any TimeSource, overlay: Overlay<Item>? = nil,
        isOpen: @escaping @Sendable () -> Bool = { true }
    ) {
        self.session = session
        self.isOpen = isOpen
        self.copies = copies
        self.time = time
        self.overlay = overlay
    }

    func page(
        _ request: PageRequest, _ policy: ReadPolicy, from endpoint: Endpoint<Access, Page<Item>>
    ) async throws(ServiceError<Never>) -> PageSnapshot<Item> {
        try await read(policy) { () async throws(NetworkError) in
            try await fetch(request, from: endpoint)
        } stored: { failure async throws(StoreError) in
            if let stored = try await storedPage(request, because: failure) { return stored }
            // Only without a connection: the list of a server that is slow, or was not asked yet, is awaited.
            guard let failure, failure.kind != .timedOut else { return nil }
            return try await additions(request, because: failure)
        }
    }

    func item(
        _ id: Item.ID, _ policy: ReadPolicy, from endpoint: Endpoint<Access, Item>
    ) async throws(ServiceError<Never>) -> Snapshot<Item> {
        try await refuseIfDeleted(id)
        return try await read(policy) { () async throws(NetworkError) in
            try await fetch(id, from: endpoint)
        } stored: { failure async throws(StoreError) in
            try await storedItem(id, because: failure)
        }
    }

    /// The server's page. If a change was accepted meanwhile, the response may lack it: it is not stored, and the stored
    /// page is returned, which has it. Without a complete stored page, it is requested again, and so it is if another
    /// response came while this one was under way, and they differ.
    ///
    /// - Parameter attempts: how often it is requested at most. The last response is returned, although it is not stored.
    func fetch(
        _ request: PageRequest, from endpoint: Endpoint<Access, Page<Item>>, attempts: Int = 3
    ) async throws(NetworkError) -> PageSnapshot<Item> {
        let revision = await revision()
        let page = try await session.send(endpoint)
        // A response to a login that has ended is not stored for the next one. The same call again fails with the reason.
        guard isOpen() else { return try await fetch(request, from: endpoint) }
        let now = time.now
        var snapshot: PageSnapshot<Item>? = Snapshot(page, from: .server, fetchedAt: now)
        await session.reporting { () async throws(StoreError) in
            var outcome = SaveOutcome.saved
            if let revision { outcome = try await copies.save(StoredPage(page, storedAt: now), ifStill: revision) }
            if outcome == .outdated, attempts > 1 {
                snapshot = try await storedPage(request, from: .server).flatMap { $0.isComplete ? $0 : nil }
            } else if outcome == .overtaken, attempts > 1, try await copies.page(request)?.page != page {
                snapshot = nil
            } else if let overlay {
                let (page, pending) = try await overlay.apply(page)
                snapshot = Snapshot(page, from: .server, fetchedAt: now, pending: pending)
            }
        }
        if let snapshot { return snapshot }
        return try await fetch(request, from: endpoint, attempts: attempts - 1)
    }

    /// The server's item, as for a page. An item that the server does not have is removed from the store, and is
    /// returned only if a pending change adds it.
    func fetch(
        _ id: Item.ID, from endpoint: Endpoint<Access, Item>, attempts: Int = 3
    ) async throws(NetworkError) -> Snapshot<Item> {
        let revision = await revision()
        var snapshot: Snapshot<Item>?
        do throws(NetworkError) {
            let item = try await session.send(endpoint)
            guard isOpen() else { return try await fetch(id, from: endpoint) }
            let now = time.now
            snapshot = Snapshot(item, from: .server, fetchedAt: now)
            await session.reporting { () async throws(StoreError) in
                var outcome = SaveOutcome.saved
                if let revision { outcome = try await copies.save(item, storedAt: now, ifStill: revision) }
                if outcome == .outdated, let stored = try await storedItem(id, from: .server) {
                    snapshot = stored
                } else if outcome == .overtaken, attempts > 1, try await copies.item(id: id)?.item != item {
                    snapshot = nil
                } else if let (overlaid, pending, _) = try await overlay?.apply(id, item), let overlaid {
                    snapshot = Snapshot(overlaid, from: .server, fetchedAt: now, pending: pending)
                }
            }
        } catch {
            guard error.isNotFound else { throw error }
            var outcome = SaveOutcome.saved
            await session.reporting { () async throws(StoreError) in
                if let revision { outcome = try await copies.remove(id: id, ifStill: revision) }
                // The server may have got it after it was asked.
                if outcome != .overtaken || attempts <= 1 { snapshot = try await storedItem(id, from: .server) }
            }
            if snapshot == nil, outcome != .overtaken || attempts <= 1 { throw error }
        }
        if let snapshot { return snapshot }
        return try await fetch(id, from: endpoint, attempts: attempts - 1)
    }

    private func reportUnreadable(_ reason: String) {
        session.report(LocalCopyNotUpdated(reason: reason), of: "store")
    }

    private func revision() async -> RecordRevision? {
        var revision: RecordRevision?
        await session.reporting { () async throws(StoreError) in revision = try await copies.revision() }
        return revision
    }

    /// The stored item with its pending changes; `nil` if it was never stored, and no pending change adds it.
    func storedItem(
        _ id: Item.ID, because failure: ServiceFailure? = nil, from source: Snapshot<Item>.Source = .stored
    ) async throws(StoreError) -> Snapshot<Item>? {
        let stored = try await copies.item(id: id, onUnreadable: reportUnreadable)
        let (item, pending, isDeleted) = try await overlay?.apply(id, stored?.item) ?? (stored?.item, [], false)
        guard let item, !isDeleted else { return nil }
        return Snapshot(
            item, from: source, fetchedAt: stored?.storedAt ?? pending.first?.createdAt ?? time.now, pending: pending,
            refreshError: failure)
    }

    func storedPage(
        _ request: PageRequest, because failure: ServiceFailure? = nil,
        from source: Snapshot<Page<Item>>.Source = .stored
    ) async throws(StoreError) -> PageSnapshot<Item>? {
        guard let stored = try await copies.page(request, onUnreadable: reportUnreadable) else { return nil }
        let (page, pending) = try await overlay?.apply(stored.page) ?? (stored.page, [])
        return Snapshot(
            page, from: source, fetchedAt: stored.storedAt, isComplete: stored.isComplete, pending: pending,
            refreshError: failure)
    }

    /// What was added on this machine, as the beginning of a list that was never fetched; `nil` if nothing was added.
    func additions(
        _ request: PageRequest, because failure: ServiceFailure?
    ) async throws(StoreError) -> PageSnapshot<Item>? {
        guard let overlay, request.number == 1 else { return nil }
        let (page, pending) = try await overlay.apply(Page(items: [], number: 1, size: request.size, total: 0))
        guard let first = pending.first else { return nil }
        return Snapshot(
            page, from: .stored, fetchedAt: first.createdAt, isComplete: false, pending: pending, refreshError: failure)
    }

    private func read<Value>(
        _ policy: ReadPolicy,
        fetch: @escaping @Sendable () async throws(NetworkError) -> Snapshot<Value>,
        stored: @escaping @Sendable (ServiceFailure?) async throws(StoreError) -> Snapshot<Value>?
    ) async throws(ServiceError<Never>) -> Snapshot<Value> {
        if policy != .networkFirst {
            if let value = try await mapped({ () async throws(StoreError) in try await stored(nil) }) { return value }
            if policy == .storedOnly { throw .failed(.neverFetched) }
        }
        do throws(NetworkError) {
            return try await session.unlessSlow(time, fetch) { failure in
                do throws(StoreError) {
                    return try await stored(failure)
                } catch {
                    // An unreadable copy counts as missing, and the caller gets the server's response.
                    session.report(LocalCopyNotUpdated(reason: error.userMessage), of: "store")
                    return nil
                }
            }
        } catch {
            throw Task.isCancelled ? .cancelled : ServiceError(error)
        }
    }

    /// Throws if a pending change deletes the item.
    func refuseIfDeleted(_ id: Item.ID) async throws(ServiceError<Never>) {
        let change = try await mapped { () async throws(StoreError) in try await overlay?.apply(id, nil) }
        if change?.isDeleted == true { throw .notFound(nil) }
    }

    func mapped<Value>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(ServiceError<Never>) -> Value {
        do throws(StoreError) { return try await body() } catch { throw ServiceError(error) }
    }
}
