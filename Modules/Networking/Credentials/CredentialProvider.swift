import Foundation
import HTTPTypes
public import Primitives
import Synchronization

/// Provides one user's bearer credential for one origin and refreshes it: once for all calls that were refused at the
/// same time, and once for all processes that share its storage and its ``RefreshLock``.
///
/// - A call that was refused with an older token gets the newer one without a refresh, unless that is refused too.
/// - Shortly before it expires, the credential is refreshed while calls continue to use it. Once it has expired, calls
///   wait. A call that can be sent only once waits in both cases.
/// - A refreshed credential is saved before it is used. If saving fails, the waiting calls fail, and this process
///   continues with the new credential. A crash between the server's response and the save loses the credential, and
///   the user has to log in again.
/// - The refresh runs in its own task. Cancelling a call stops its waiting and nothing else. Before your app exits,
///   wait for running refreshes (``RefreshTasks/finish()``).
/// - After a failed refresh, or if the server refuses a token that it has just issued, ``RefreshPolicy`` limits how
///   soon the next refresh starts.
public final class CredentialProvider: Sendable {
    /// The only origin that receives this credential.
    public let origin: Origin
    /// The response cache's partition for this user; with `nil`, responses to this user's calls are not cached.
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
        /// Results for waiters that have a number but no continuation yet.
        var early: [RefreshMachine.Waiter: Response] = [:]
        var nextWaiter = 0
        /// The token that this process last saved or loaded. After a failed save it is older than the current one.
        var storedToken: Secret<String>

        /// Returns the continuation to resume after the lock is released. Without one, stores `response` for later.
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
    ///   - credential: must already be saved in `storage`.
    ///   - lock: shared by all processes and providers that use `storage`; `nil` if this provider is the only one.
    ///   - refresher: its calls must not be signed by this provider.
    ///   - partition: the credential's user, by an id that is never reassigned to another user.
    ///   - tasks: the running refreshes. Call ``RefreshTasks/finish()`` before the app exits.
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

    /// The current credential, even while it is being refreshed; `nil` once the session has ended.
    public var credential: BearerCredential? {
        state.withLock { $0.machine.current?.credential }
    }

    /// Ends the session: waiting and later calls fail with ``NetworkError/Cause/loggedOut``. The caller removes the
    /// stored credential.
    public func end() {
        let waiting = state.withLock { shared in
            shared.machine.end().compactMap { shared.settle($0, .failure(.loggedOut)) }
        }
        for continuation in waiting { continuation.resume(returning: .failure(.loggedOut)) }
    }

    /// A credential to sign with. Waits for a refresh if one is needed, but not beyond `deadline`. Returns `nil` if the
    /// server refused a credential that was just refreshed: it is not refreshed again.
    func numbered(
        for need: RefreshMachine.Need, reporter: CallReporter, deadline: Deadline?
    ) async throws(CredentialProviderFailure) -> RefreshMachine.Numbered? {
        // A cancelled call must not start a refresh: its process may be about to exit.
        guard !Task.isCancelled else { throw .cancelled }
        let (monotonicTime, now) = (reporter.time.monotonicTime, reporter.time.now)
        let (waiter, step) = state.withLock { shared in
            shared.nextWaiter += 1
            let moment = RefreshMachine.Moment(
                monotonicTime: monotonicTime, date: now.addingTimeInterval(shared.clock.correction))
            return (shared.nextWaiter, shared.machine.need(need, waiter: shared.nextWaiter, at: moment))
        }
        reporter.report(step, for: need)
        switch step {
        case .use(let numbered): return numbered
        case .useAndRefresh(let numbered):
            tasks.start { await self.refresh(numbered, reporter: reporter) }
            return numbered
        case .refresh(let numbered, _): tasks.start { await self.refresh(numbered, reporter: reporter) }
        case .wait: break
        case .suppressed: return await refreshedElsewhere(need, reporter: reporter)
        case .failed(let failure): throw failure
        case .ended: throw .loggedOut
        }
        // Most calls never wait, so the timer is not set before this point.
        let timer = deadline.map { deadline in
            reporter.time.setTimer(at: deadline.moment) { self.stopWaiting(waiter, .waitedTooLong(deadline.timeout)) }
        }
        defer { timer?.cancel() }
        return try await wait(as: waiter).get()
    }

    /// A newer credential that another process stored, or `nil`. ``RefreshPolicy/window`` limits only this process.
    private func refreshedElsewhere(
        _ need: RefreshMachine.Need, reporter: CallReporter
    ) async -> RefreshMachine.Numbered? {
        if case .refused(let number) = need, let stored = await stored() {
            let (successor, isNew) = state.withLock { shared in
                let isNew = stored.token != shared.storedToken && shared.machine.adopt(stored)
                if isNew { shared.storedToken = stored.token }
                return (shared.machine.current, isNew)
            }
            if isNew { reporter.report(.takenFromOtherProcess) }
            if let successor, successor.number != number { return successor }
        }
        reporter.report(.refreshSuppressed(.justRefreshed))
        return nil
    }

    /// The stored credential; `nil` if there is none or the storage fails.
    private func stored() async -> BearerCredential? {
        do throws(CredentialStorageError) {
            return try await storage.load()
        } catch {
            return nil
        }
    }

    /// Records that the server refused credential `number`, for a call that can't be sent again.
    func noteRefusal(of number: Int) {
        state.withLock { $0.machine.noteRefusal(of: number) }
    }

    /// Compares the response's `Date` with this machine's wall clock, at most once per ``ClockSkew/interval``.
    func measureClockSkew(_ head: HTTPResponse, sentAt: Date, time: any TimeSource) {
        let monotonicTime = time.monotonicTime
        // Most responses end here, because reading header fields costs more than taking the lock.
        guard state.withLock({ $0.clock.isDue(at: monotonicTime) }) else { return }
        let offset = ClockSkew.Offset(
            date: head.headerFields[.date], age: head.headerFields[.age], sentAt: sentAt, receivedAt: time.now)
        if let offset { state.withLock { $0.clock.note(offset) } }
    }

    /// The token that this process last saved or loaded.
    var storedToken: Secret<String> { state.withLock { $0.storedToken } }

    /// Records that the storage now contains `credential`.
    func noteStored(_ credential: BearerCredential) {
        state.withLock { $0.storedToken = credential.token }
    }

    /// Ends the refresh and resumes all waiting calls with its result.
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
            stopWaiting(waiter, .cancelled)
        }
    }

    /// Removes only `waiter`; the refresh and other waiters continue.
    private func stopWaiting(_ waiter: RefreshMachine.Waiter, _ failure: CredentialProviderFailure) {
        let continuation = state.withLock { shared in
            shared.machine.abandon(waiter) ? shared.settle(waiter, .failure(failure)) : nil
        }
        continuation?.resume(returning: .failure(failure))
    }
}

extension CallReporter {
    /// Reports a step of the credential provider as this call's event.
    fileprivate func report(_ step: RefreshMachine.Step, for need: RefreshMachine.Need) {
        let wasRefused = if case .refused = need { true } else { false }
        switch step {
        case .use, .ended:
            if wasRefused, step != .ended { report(.credentialRefused(willRefresh: false)) }
        case .useAndRefresh:
            report(.credentialExpiring(willWait: false))
            report(.refreshStarted)
        case .wait: report(wasRefused ? .credentialRefused(willRefresh: true) : .waitingForRefresh)
        case .refresh(_, let cause):
            if wasRefused { report(.credentialRefused(willRefresh: true)) }
            if cause == .expiry { report(.credentialExpiring(willWait: true)) }
            report(.refreshStarted)
        case .suppressed: break
        case .failed(let failure): report(.refreshSuppressed(.justFailed(failure.cause)))
        }
    }
}

/// The right to open sessions with `Access`. The code that logs the user in creates it.
///
/// Several handles may share one credential provider, such as an admin's session and the same user's member session.
/// They then share one credential and one refresh.
public struct CredentialHandle<Access: AccessScope>: Sendable {
    /// Signs the calls of all sessions that this handle opens.
    public let credentialProvider: CredentialProvider

    /// - Parameter credentialProvider: its credential should grant the permissions of `Access`. Nothing checks that
    ///   here: the server checks each call.
    public init(credentialProvider: CredentialProvider) {
        self.credentialProvider = credentialProvider
    }
}

/// Printing a provider shows its origin and partition only. Its storage and refresher could expose secrets.
extension CredentialProvider: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type and the origin.
    public var description: String { "CredentialProvider for \(origin)" }

    public var debugDescription: String { description }

    public var customMirror: Mirror {
        Mirror(self, children: ["origin": origin, "partition": partition as Any])
    }
}
