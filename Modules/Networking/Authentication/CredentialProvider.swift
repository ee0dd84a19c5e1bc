import Foundation
import HTTPTypes
public import Primitives
import Synchronization

/// Holds one user's bearer credential for one origin and renews it: once, however many calls were refused at once, and
/// once for all processes that share its storage and its ``RefreshLock``.
///
/// - A call that was refused with an older credential gets the newer one, without another renewal.
/// - Near its end a credential is renewed ahead, while calls go on with it; once it has ended, they wait. A call that can
///   be sent only once waits in both cases.
/// - A renewed credential is saved before anybody uses it. If saving fails, whoever waited is told, and this process goes
///   on with it. A crash between the server's answer and the save loses it: the person signs in again.
/// - The renewal belongs to nobody's task. A call that is cancelled stops waiting; the renewal and the others go on. An app
///   that ends waits for it (``RefreshTasks/finish()``).
/// - Neither a server that refuses what it has just renewed nor one that can't renew is asked again and again
///   (``RefreshPolicy``).
public final class CredentialProvider: Sendable {
    /// The only origin that this credential is shown to.
    public let origin: Origin
    /// Whose answers its calls get from a response cache, and give to it; `nil` keeps them out of any.
    public let partition: CredentialPartition?
    let storage: any CredentialStorage
    let lock: (any RefreshLock)?
    let refresher: any CredentialRefreshing
    let policy: RefreshPolicy
    let tasks: RefreshTasks
    private let state: Mutex<Shared>

    private struct Shared {
        var machine: RefreshMachine
        var clock = ClockSkew()
        var continuations: [RefreshMachine.Waiter: CheckedContinuation<Response, Never>] = [:]
        /// Answers to waiters that have their number but have not come to rest yet.
        var early: [RefreshMachine.Waiter: Response] = [:]
        var nextWaiter = 0
        /// What this process last put into the storage or found there. Older than the current credential after a save
        /// that failed.
        var storedToken: Secret<String>

        /// Whom to resume with `response`, outside the lock.
        mutating func settle(
            _ waiter: RefreshMachine.Waiter, _ response: Response
        ) -> CheckedContinuation<Response, Never>? {
            if let continuation = continuations.removeValue(forKey: waiter) { return continuation }
            early[waiter] = response
            return nil
        }
    }

    private typealias Response = Result<RefreshMachine.Numbered, CredentialProviderFailure>

    /// - Parameters:
    ///   - credential: already saved in `storage`.
    ///   - lock: shared by all processes and authorities on this storage; `nil` if this is the only one.
    ///   - refresher: must not use this authority.
    ///   - partition: the user whom the credential signs in, by an id that never passes on to another person.
    ///   - tasks: what the app waits for before it ends.
    public init(
        credential: BearerCredential, origin: Origin, storage: any CredentialStorage, lock: (any RefreshLock)? = nil,
        refresher: any CredentialRefreshing, partition: CredentialPartition? = nil,
        policy: RefreshPolicy = RefreshPolicy(), tasks: RefreshTasks = RefreshTasks()
    ) {
        self.tasks = tasks
        self.origin = origin
        self.partition = partition
        self.storage = storage
        self.lock = lock
        self.refresher = refresher
        self.policy = policy
        state = Mutex(Shared(machine: RefreshMachine(credential, policy: policy), storedToken: credential.token))
    }

    /// The credential as it stands, or `nil` once the session has ended.
    public var credential: BearerCredential? {
        state.withLock { $0.machine.current?.credential }
    }

    /// Ends the session: calls that wait are told, and no later call is signed. Forgetting what is stored is the
    /// caller's.
    public func end() {
        let waiting = state.withLock { shared in
            shared.machine.end().compactMap { shared.settle($0, .failure(.loggedOut)) }
        }
        for continuation in waiting { continuation.resume(returning: .failure(.loggedOut)) }
    }

    /// A credential to sign with; waits for a renewal where one is needed, until `deadline` at most. `nil` where the
    /// refusal stands: what was just renewed is not renewed again.
    func numbered(
        for need: RefreshMachine.Need, context: CallContext, deadline: Deadline?
    ) async throws(CredentialProviderFailure) -> RefreshMachine.Numbered? {
        // A cancelled call must not spend a refresh token: its process may be about to end.
        guard !Task.isCancelled else { throw .cancelled }
        let (monotonicTime, now) = (context.time.monotonicTime, context.time.now)
        let (waiter, step) = state.withLock { shared in
            shared.nextWaiter += 1
            let moment = RefreshMachine.Moment(
                monotonicTime: monotonicTime, date: now.addingTimeInterval(shared.clock.correction))
            return (shared.nextWaiter, shared.machine.need(need, waiter: shared.nextWaiter, at: moment))
        }
        context.report(step, for: need)
        switch step {
        case .use(let numbered): return numbered
        case .useAndRefresh(let numbered):
            tasks.start { await self.refresh(numbered, context: context) }
            return numbered
        case .refresh(let numbered, _): tasks.start { await self.refresh(numbered, context: context) }
        case .wait: break
        case .suppressed: return await successorOfRefused(need, context: context)
        case .failed(let failure): throw failure
        case .ended: throw .loggedOut
        }
        // Most calls never wait, so the timer is not set before this point.
        let timer = deadline.map { deadline in
            context.time.setTimer(at: deadline.moment) { self.giveUp(waiter, .waitedTooLong(deadline.timeout)) }
        }
        defer { timer?.cancel() }
        return try await wait(as: waiter).get()
    }

    /// The window holds back renewals of our own; what another process has renewed since is there for the taking.
    private func successorOfRefused(
        _ need: RefreshMachine.Need, context: CallContext
    ) async -> RefreshMachine.Numbered? {
        if case .refused(let number) = need, let stored = await stored() {
            let (successor, isNew) = state.withLock { shared in
                let isNew = stored.token != shared.storedToken && shared.machine.adopt(stored)
                if isNew { shared.storedToken = stored.token }
                return (shared.machine.current, isNew)
            }
            if isNew { context.report(.takenFromOtherProcess) }
            if let successor, successor.number != number { return successor }
        }
        context.report(.refreshSuppressed(.justRefreshed))
        return nil
    }

    /// What the storage holds; one that fails now says nothing new.
    private func stored() async -> BearerCredential? {
        do throws(CredentialStorageError) {
            return try await storage.load()
        } catch {
            return nil
        }
    }

    /// The server refused credential `number`, for a call that can't be sent again.
    func noteRefusal(of number: Int) {
        state.withLock { $0.machine.noteRefusal(of: number) }
    }

    /// Compares the calendars by an answer's `Date`, now and then.
    func compareCalendars(_ head: HTTPResponse, sentAt: Date, time: any TimeSource) {
        let monotonicTime = time.monotonicTime
        // Most answers go no further: looking at fields costs more than the lock.
        guard state.withLock({ $0.clock.isDue(at: monotonicTime) }) else { return }
        // A cache on the way hands answers out with the date at which they were made.
        guard !head.headerFields.contains(.age), let date = head.headerFields[.date].flatMap(HTTPDate.parse),
            let offset = ClockSkew.Offset(date: date, sentAt: sentAt, receivedAt: time.now)
        else { return }
        state.withLock { $0.clock.note(offset) }
    }

    /// The token of what the storage is known to hold.
    var storedToken: Secret<String> { state.withLock { $0.storedToken } }

    /// `credential` is what the storage holds now.
    func noteStored(_ credential: BearerCredential) {
        state.withLock { $0.storedToken = credential.token }
    }

    /// The renewal has ended: everybody who waited gets the answer.
    func finish(_ outcome: RefreshMachine.Outcome, time: any TimeSource) {
        let moment = RefreshMachine.Moment(monotonicTime: time.monotonicTime, date: time.now)
        let responses = state.withLock { shared in
            let (waiters, response) = shared.machine.finish(outcome, at: moment)
            shared.clock.begin(with: shared.machine.current?.number)
            return waiters.compactMap { waiter in shared.settle(waiter, response).map { ($0, response) } }
        }
        for (continuation, response) in responses { continuation.resume(returning: response) }
    }

    private func wait(as waiter: RefreshMachine.Waiter) async -> Response {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let response = state.withLock { shared in
                    if let early = shared.early.removeValue(forKey: waiter) { return Optional(early) }
                    shared.continuations[waiter] = continuation
                    return nil
                }
                if let response { continuation.resume(returning: response) }
            }
        } onCancel: {
            giveUp(waiter, .cancelled)
        }
    }

    /// Only `waiter` goes: the renewal and the others go on.
    private func giveUp(_ waiter: RefreshMachine.Waiter, _ failure: CredentialProviderFailure) {
        let continuation = state.withLock { shared in
            shared.machine.abandon(waiter) ? shared.settle(waiter, .failure(failure)) : nil
        }
        continuation?.resume(returning: .failure(failure))
    }
}

extension CallContext {
    /// Tells the monitor what an authority's step means to this call.
    fileprivate func report(_ step: RefreshMachine.Step, for need: RefreshMachine.Need) {
        let wasRefused = if case .refused = need { true } else { false }
        switch step {
        case .use, .ended:
            if wasRefused, step != .ended { report(.credentialRefused(willRefresh: false)) }
        case .useAndRefresh:
            report(.credentialEnding(willWait: false))
            report(.refreshStarted)
        case .wait: report(wasRefused ? .credentialRefused(willRefresh: true) : .waitingForRefresh)
        case .refresh(_, let cause):
            if wasRefused { report(.credentialRefused(willRefresh: true)) }
            if cause == .expiry { report(.credentialEnding(willWait: true)) }
            report(.refreshStarted)
        case .suppressed: break
        case .failed(let failure): report(.refreshSuppressed(.justFailed(failure.cause)))
        }
    }
}
