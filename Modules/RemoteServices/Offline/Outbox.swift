import Foundation
import Models
public import Networking
public import Persistence
public import Primitives
public import Services

/// Sends the changes of one owner from an `OutboxStore`. One process sends at a time, the changes of an item are sent
/// in order, and each change takes effect once.
///
/// Its client must not retry: this is the only place that sends a change again. An entry is sealed, with its bytes on
/// disk, before the first byte is sent. If the response is lost, the same bytes go out again under the same idempotency
/// key until the server has responded, and the server applies them once.
public actor Outbox: OutboxService {
    public nonisolated let owner: DataOwner
    nonisolated let store: any OutboxStore
    let kinds: [String: OutboxKind]
    let records: any RecordStorage
    let lock: any RefreshLock
    nonisolated let time: any TimeSource
    let random: any RandomSource
    let identifiers: any IdentifierSource
    let link: OutboxLink
    var machine: OutboxMachine
    /// The callers that wait for the end of their own change, by the change's id.
    var waiters: [OutboxEntry.ID: Waiter] = [:]
    var pass: Task<Pass, Never>?
    /// Whether another pass must follow the current one, because a change was added meanwhile.
    var isPassAwaited = false

    struct Waiter {
        /// The entry that contains the change, and may contain earlier changes too.
        var entry: OutboxEntry.ID
        let ending: AsyncStream<Ending>.Continuation
        var stage = Stage.storing

        enum Stage {
            case storing, waiting
            /// The server has answered, and the outcome is being stored. Its ending follows, so the caller keeps waiting.
            case decided
        }
    }

    /// The result that one caller gets for its change.
    enum Ending: Sendable {
        case accepted(Data)
        case refused(ServiceError<Never>)
        /// The change stays in the outbox, for this reason if one is known.
        case left(ServiceFailure?)
        /// The server has not answered for 2 s.
        case waited
        case cancelled
    }

    struct Pass: Sendable {
        var sent = 0
        var parked = 0
        var reason: ServiceFailure?
        var error: StoreError?
    }

    /// - Parameters:
    ///   - owner: the owner of the changes: the account of `session`, or everyone for a guest's session.
    ///   - session: must belong to a client that does not retry.
    ///   - kinds: every type of change of the app.
    ///   - records: updated with the responses.
    ///   - lock: shared by all processes that use `store`.
    ///   - keyLifetime: how long the server recognizes a repeated request by its key; zero if it never does.
    public init<Access>(
        of owner: DataOwner, session: Session<Access>, store: any OutboxStore, kinds: [OutboxKind],
        records: any RecordStorage, lock: any RefreshLock, keyLifetime: Duration,
        time: any TimeSource, random: any RandomSource, identifiers: any IdentifierSource
    ) {
        self.owner = owner
        self.store = store
        self.kinds = Dictionary(kinds.map { ($0.name, $0) }) { first, _ in first }
        self.records = records
        self.lock = lock
        self.time = time
        self.random = random
        self.identifiers = identifiers
        machine = OutboxMachine(keyLifetime: keyLifetime)
        link = OutboxLink(over: session)
    }

    /// Stores a change and tries to send it.
    ///
    /// - Returns: the server's response, or the pending change if the server can't be reached or does not respond
    ///   within 2 s. The response is empty if the change and an earlier one have cancelled each other out.
    func submit<Change: OutboxChange>(_ change: Change) async throws(ServiceError<Never>) -> Submission<Data> {
        let new: NewOutboxEntry
        do throws(StoreError) { new = try self.new(change) } catch { throw ServiceError(error) }
        let (endings, ending) = AsyncStream.makeStream(of: Ending.self)
        // Before the change is stored, because a running pass may send it at once.
        waiters[new.id] = Waiter(entry: new.id, ending: ending)
        defer { waiters[new.id] = nil }
        let entry: OutboxEntry?
        do throws(StoreError) {
            entry = try await store.add(new) { $0.merge(change) }
        } catch {
            throw ServiceError(error)
        }
        guard let entry else { return Submission(Data()) }
        waiters[new.id]?.entry = entry.id
        if waiters[new.id]?.stage == .storing { waiters[new.id]?.stage = .waiting }
        startPass()
        let timer = time.setTimer(at: time.monotonicTime + .seconds(2)) { ending.yield(.waited) }
        defer { timer.cancel() }
        let first = await withTaskCancellationHandler {
            for await next in endings {
                if case .waited = next, waiters[new.id]?.stage == .decided { continue }
                return next
            }
            // In a cancelled task, the stream may end before it has the ending.
            return Ending.cancelled
        } onCancel: {
            ending.yield(.cancelled)
        }
        // From now on a refusal is parked, because this caller does not hear of it.
        waiters[new.id] = nil
        switch first {
        case .accepted(let response): return Submission(response)
        case .refused(let error): throw error
        case .left(let reason): return await left(entry, because: reason)
        case .waited: return await left(entry, because: nil)
        case .cancelled: return try await takeBack(entry, isWhole: entry.id == new.id)
        }
    }

    /// The result of a change that is still pending. If the store no longer has the change, another process has sent
    /// it.
    private func left(_ entry: OutboxEntry, because reason: ServiceFailure?) async -> Submission<Data> {
        do throws(StoreError) {
            let current = try await store.entries(of: owner).first { $0.id == entry.id }
            return Submission(Data(), pending: current.map(pending), reason: current == nil ? nil : reason)
        } catch {
            // The change is stored. An error would invite the caller to make it twice.
            return Submission(Data(), pending: pending(entry), reason: reason)
        }
    }

    public func changes() async throws(OutboxServiceError) -> [PendingChange] {
        do throws(StoreError) {
            return try await store.entries(of: owner).map(pending)
        } catch {
            throw ServiceError(error)
        }
    }

    public nonisolated func observe() -> AsyncStream<Result<[PendingChange], OutboxServiceError>> {
        distinct(store.changes()) { () async -> Result<[PendingChange], OutboxServiceError> in
            do throws(OutboxServiceError) {
                return .success(try await self.changes())
            } catch {
                return .failure(error)
            }
        } isSame: {
            (try? $0.get()) == (try? $1.get())
        }
    }

    public func send(now: Bool) async throws(OutboxServiceError) -> OutboxReport {
        do throws(StoreError) {
            let moment = time.now
            for entry in try await store.entries(of: owner) where now && !entry.isDue(at: moment) {
                try await store.update(entry.id, of: owner) { entry in
                    if case .parked = entry.state { entry } else { entry.retried(at: moment) }
                }
            }
        } catch {
            throw ServiceError(error)
        }
        let pass = await finishedPass()
        if let error = pass.error { throw ServiceError(error) }
        return OutboxReport(sent: pass.sent, left: try await changes(), reason: pass.reason)
    }

    public func retry(id: PendingChange.ID) async throws(OutboxServiceError) {
        let (now, usesKeys) = (time.now, machine.usesKeys)
        try await update(id) { $0.retried(at: now, usesKeys: usesKeys) }
    }

    public func discard(id: PendingChange.ID) async throws(OutboxServiceError) {
        try await update(id) { _ in nil }
    }

    /// Sends changes as soon as they are made and the server can be reached, until the task is cancelled.
    public nonisolated func run() async {
        let (ticks, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let forwarding = Task { [store] in for await _ in store.changes() { tick.yield() } }
        defer { forwarding.cancel() }
        var timer: DeadlineTimer?
        for await _ in ticks {
            let wake = await sendIfRested()
            timer?.cancel()
            timer = wake.map { time.setTimer(at: $0) { tick.yield() } }
        }
        timer?.cancel()
    }

    /// Sends what is due. Cancelling the caller ends the pass.
    private func finishedPass() async -> Pass {
        while true {
            let task = startPass()
            let pass = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            // Otherwise another caller was cancelled, and with it the pass that both callers shared.
            if pass.error != .cancelled || Task.isCancelled { return pass }
        }
    }

    /// Sends what is due, and returns the moment of the next attempt; `nil` if nothing waits.
    private func sendIfRested() async -> Duration? {
        if time.monotonicTime < machine.restsUntil { return machine.restsUntil }
        let pass = await finishedPass()
        if pass.reason != nil { return machine.restsUntil }
        do throws(StoreError) {
            if let error = pass.error { throw error }
            return machine.nextAttempt(of: try await store.entries(of: owner), at: time.now, time.monotonicTime)
        } catch {
            // The store can't be used now. The next change in it, or the end of this wait, leads to another attempt.
            return time.monotonicTime + .seconds(10)
        }
    }
}

extension Outbox {
    /// Removes a change whose caller has cancelled, unless it may have been sent or shares its entry with another one.
    private func takeBack(_ entry: OutboxEntry, isWhole: Bool) async throws(ServiceError<Never>) -> Submission<Data> {
        let (store, owner) = (store, owner)
        // A task of its own, because this one is cancelled.
        let before = await Task { () async -> Result<OutboxEntry?, StoreError> in
            do throws(StoreError) {
                return .success(try await store.update(entry.id, of: owner) { isWhole && $0 == entry ? nil : $0 })
            } catch {
                return .failure(error)
            }
        }.value
        switch before {
        case .success(let found?) where !isWhole || found != entry: return Submission(Data(), pending: pending(found))
        case .success: throw .cancelled
        case .failure: return Submission(Data(), pending: pending(entry))
        }
    }

    private func update(
        _ id: OutboxEntry.ID, _ transition: @Sendable (OutboxEntry) -> OutboxEntry?
    ) async throws(OutboxServiceError) {
        let before: OutboxEntry?
        do throws(StoreError) {
            before = try await store.update(id, of: owner, transition)
        } catch {
            throw ServiceError(error)
        }
        if before == nil { throw .notFound(nil) }
    }

    private func new<Change: OutboxChange>(_ change: Change) throws(StoreError) -> NewOutboxEntry {
        do {
            return NewOutboxEntry(
                id: identifiers.next().text, owner: owner, lane: "\(Change.kind) \(change.itemID)", kind: Change.kind,
                version: Change.version, payload: try JSONCoding().encode(change), createdAt: time.now)
        } catch {
            throw .failed(reason: "A change can't be encoded as JSON.")
        }
    }

    nonisolated func pending(_ entry: OutboxEntry) -> PendingChange {
        let description = try? kinds[entry.kind]?.describe(entry)
        let state: PendingChange.State =
            if case .parked(let reason, _) = entry.state { .parked(reason: reason) } else { .waiting }
        return PendingChange(
            id: entry.id, summary: description?.summary ?? "an unknown change (\(entry.kind))",
            itemID: description?.itemID ?? "", createdAt: entry.createdAt, state: state,
            mayHaveBeenSent: entry.request != nil, attempts: entry.attempts, nextAttempt: entry.notBefore)
    }

    /// The changes of one type that are pending, for an overlay on what is stored.
    nonisolated func pendingChanges<Change: OutboxChange>(
        _ type: Change.Type
    ) async throws(StoreError) -> [(change: Change, pending: PendingChange)] {
        try await store.entries(of: owner).compactMap { entry in
            guard entry.kind == Change.kind, let change = try? Change(entry) else { return nil }
            return (change, pending(entry))
        }
    }
}

extension OutboxEntry {
    func merge<Change: OutboxChange>(_ later: Change) -> OutboxMerge {
        guard kind == Change.kind, let earlier = try? Change(self) else { return .keepBoth }
        switch earlier.merged(with: later) {
        case .keepBoth: return .keepBoth
        case .removeBoth: return .removeBoth
        case .replace(let merged):
            return (try? JSONCoding().encode(merged)).map { .replace(payload: $0) } ?? .keepBoth
        }
    }
}
