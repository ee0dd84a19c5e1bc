import Foundation
import Models
public import Networking
import Persistence
import Primitives
import Services
import Synchronization

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

    /// The stored page at once, then the server's, and again whenever the stored data or a pending change changes.
    func observe(_ request: PageRequest, from endpoint: Endpoint<Access, Page<Item>>) -> Snapshots<Page<Item>> {
        observe { () async throws(NetworkError) in
            try await fetch(request, from: endpoint)
        } stored: { failure, source async throws(ServiceError<Never>) in
            try await mapped { () async throws(StoreError) in
                if let stored = try await storedPage(request, because: failure, from: source) { return stored }
                return source == .stored ? try await additions(request, because: failure) : nil
            }
        }
    }

    /// The same for one item. If the item is deleted, a failure follows.
    func observe(_ id: Item.ID, from endpoint: Endpoint<Access, Item>) -> Snapshots<Item> {
        observe { () async throws(NetworkError) in
            try await fetch(id, from: endpoint)
        } stored: { failure, source async throws(ServiceError<Never>) in
            try await refuseIfDeleted(id)
            return try await mapped { () async throws(StoreError) in
                try await storedItem(id, because: failure, from: source)
            }
        }
    }

    private func observe<Value: Equatable>(
        _ fetch: @escaping @Sendable () async throws(NetworkError) -> Snapshot<Value>,
        stored:
            @escaping @Sendable (
                ServiceFailure?, Snapshot<Value>.Source
            ) async throws(ServiceError<Never>) -> Snapshot<Value>?
    ) -> Snapshots<Value> {
        let (snapshots, continuation) = AsyncStream.makeStream(
            of: Snapshots<Value>.Element.self, bufferingPolicy: .bufferingNewest(16))
        let task = Task {
            await withTaskGroup { group in
                let refresh = Refresh<Value>()
                let fetch = { @Sendable in
                    do throws(NetworkError) {
                        refresh.end(.success(try await fetch()))
                    } catch {
                        refresh.end(.failure(error))
                    }
                }
                let changes = distinct(merged([copies.changes(), overlay?.changes(), refresh.feed.changes()])) {
                    await observed(after: refresh, again: fetch, stored)
                } isSame: { first, second in
                    switch (first, second) {
                    case (nil, nil): true
                    case (.success(let first), .success(let second)): first == second
                    case (.failure(let first), .failure(let second)): first.userMessage == second.userMessage
                    default: false
                    }
                }
                // The stored value comes first, however fast the server is.
                var isFirst = true
                for await snapshot in changes {
                    if let snapshot { continuation.yield(snapshot) }
                    if isFirst { group.addTask { await fetch() } }
                    isFirst = false
                }
                group.cancelAll()
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return snapshots
    }

    /// What an observer sees now; `nil` if there is nothing new because the value was requested again.
    private func observed<Value>(
        after refresh: Refresh<Value>, again fetch: @Sendable () async -> Void,
        _ stored: (ServiceFailure?, Snapshot<Value>.Source) async throws(ServiceError<Never>) -> Snapshot<Value>?
    ) async -> Snapshots<Value>.Element? {
        let outcome = refresh.outcome
        var (fetched, failure): (Snapshot<Value>?, NetworkError?)
        switch outcome {
        case .success(let snapshot): fetched = snapshot
        case .failure(let error): failure = error
        case nil: break
        }
        do throws(ServiceError<Never>) {
            let value = try await stored(failure.map { ServiceFailure($0) }, fetched == nil ? .stored : .server)
            let isGone = refresh.noteStored(value != nil)
            if let value { return .success(value) }
            if isGone {
                // The value was deleted, or it only has another place now, or was forgotten. Only the server can say
                // which.
                await fetch()
                return nil
            }
        } catch .notFound(let reason) {
            return .failure(.notFound(reason))
        } catch {
            if fetched == nil { return .failure(error) }
        }
        // The response could not be stored, as on a full disk, or the copy can't be read.
        if let fetched { return .success(fetched) }
        return .failure(failure.map { ServiceError($0) } ?? .failed(.neverFetched))
    }

    /// The server's page. If a change was accepted meanwhile, the response may lack it: it is not stored, and the stored
    /// page is returned, which has it. Without a complete stored page, it is requested again, and so it is if another
    /// response came while this one was under way, and they differ.
    ///
    /// - Parameter attempts: how often it is requested at most. The last response is returned, although it is not stored.
    private func fetch(
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
    private func fetch(
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

    private func storedPage(
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
    private func additions(
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
    private func refuseIfDeleted(_ id: Item.ID) async throws(ServiceError<Never>) {
        let change = try await mapped { () async throws(StoreError) in try await overlay?.apply(id, nil) }
        if change?.isDeleted == true { throw .notFound(nil) }
    }

    private func mapped<Value>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(ServiceError<Never>) -> Value {
        do throws(StoreError) { return try await body() } catch { throw ServiceError(error) }
    }
}

/// The state of an observation: the outcome of its last request, and whether this machine had a copy.
private final class Refresh<Value: Sendable>: Sendable {
    typealias Outcome = Result<Snapshot<Value>, NetworkError>

    let feed = ChangeFeed()
    private let state = Mutex((outcome: Outcome?.none, isStored: false))

    /// `nil` until a request has ended.
    var outcome: Outcome? { state.withLock { $0.outcome } }

    func end(_ outcome: Outcome) {
        state.withLock { $0.outcome = outcome }
        feed.notify()
    }

    /// Returns whether a copy that was there is gone.
    func noteStored(_ isStored: Bool) -> Bool {
        state.withLock { state in
            defer { state.isStored = isStored }
            return state.isStored && !isStored
        }
    }
}

extension Session {
    /// The server's value. If the server can't be reached or does not respond within 2 s, the stored value, if any.
    ///
    /// After the 2 s the call continues until its own limits, because it may still update the store for the next read.
    /// Without a stored value, its result is awaited. Cancelling the caller cancels the call.
    fileprivate func unlessSlow<Value: Sendable>(
        _ time: any TimeSource, _ fetch: @escaping @Sendable () async throws(NetworkError) -> Value,
        stored: @escaping @Sendable (ServiceFailure) async -> Value?
    ) async throws(NetworkError) -> Value {
        let (endings, ending) = AsyncStream.makeStream(of: Value?.self)
        let call = Task { () async -> Result<Value, NetworkError> in
            defer { ending.yield(nil) }
            do throws(NetworkError) {
                return .success(try await fetch())
            } catch {
                guard error.isOffline, !Task.isCancelled, let value = await stored(ServiceFailure(error)) else {
                    return .failure(error)
                }
                return .success(value)
            }
        }
        let timer = time.setTimer(at: time.monotonicTime + .seconds(2)) {
            Task {
                let message = UserMessage("service.slow", "The server has not responded yet.")
                let failure = ServiceFailure(.timedOut, message, diagnostic: "no response within 2 s")
                if let value = await stored(failure) { ending.yield(value) }
            }
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler { () async -> Result<Value, NetworkError> in
            for await stored in endings {
                if let stored { return .success(stored) }
                break
            }
            return await call.value
        } onCancel: {
            call.cancel()
        }.get()
    }

    /// Updates the stored data with the result of a call. If that fails, the call still succeeds, and the monitor
    /// receives ``LocalCopyNotUpdated``.
    func reporting(_ store: () async throws(StoreError) -> Void) async {
        do throws(StoreError) {
            try await store()
        } catch {
            report(LocalCopyNotUpdated(reason: error.userMessage), of: "store")
        }
    }
}

/// A call's result could not be stored on this machine, or a stored one could not be read.
public struct LocalCopyNotUpdated: CustomEvent {
    /// One sentence for people.
    public let reason: String

    public var name: String { "localCopyNotUpdated" }
    public var fields: [String: String] { ["reason": reason] }
    public var message: String { "local copy not updated: \(reason)" }
}
