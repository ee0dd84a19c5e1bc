public import Primitives
import Synchronization

/// Holds one user's bearer credential for one origin and renews it: once, however many calls were refused at once.
///
/// - A call that was refused with an older credential gets the newer one, without another renewal.
/// - A renewed credential is saved before anybody uses it. If saving fails, whoever waited is told, and this process goes
///   on with it. A crash between the server's answer and the save loses it: the person signs in again.
/// - The renewal belongs to nobody's task. A call that is cancelled stops waiting; the renewal and the others go on.
public final class BearerAuthority: Sendable {
    /// The only origin that this credential is shown to.
    public let origin: Origin
    /// Whose answers its calls get from a response cache, and give to it; `nil` keeps them out of any.
    public let partition: CredentialPartition?
    let storage: any CredentialStorage
    let refresher: any CredentialRefreshing
    private let state: Mutex<Shared>

    private struct Shared {
        var machine: RefreshMachine
        var continuations: [RefreshMachine.Waiter: CheckedContinuation<Answer, Never>] = [:]
        /// Answers to waiters that have their number but have not come to rest yet.
        var early: [RefreshMachine.Waiter: Answer] = [:]
        var nextWaiter = 0
        /// What this process last put into the storage or found there. Older than the current credential after a save
        /// that failed.
        var storedToken: Secret<String>

        /// Whom to resume with `answer`, outside the lock.
        mutating func settle(
            _ waiter: RefreshMachine.Waiter, _ answer: Answer
        ) -> CheckedContinuation<Answer, Never>? {
            if let continuation = continuations.removeValue(forKey: waiter) { return continuation }
            early[waiter] = answer
            return nil
        }
    }

    private typealias Answer = Result<RefreshMachine.Numbered, AuthorityFailure>

    /// - Parameters:
    ///   - credential: already saved in `storage`.
    ///   - refresher: must not use this authority.
    ///   - partition: the user whom the credential signs in, by an id that never passes on to another person.
    public init(
        credential: BearerCredential, origin: Origin, storage: any CredentialStorage,
        refresher: any CredentialRefreshing, partition: CredentialPartition? = nil
    ) {
        self.origin = origin
        self.partition = partition
        self.storage = storage
        self.refresher = refresher
        state = Mutex(Shared(machine: RefreshMachine(credential), storedToken: credential.token))
    }

    /// The credential as it stands, or `nil` once the session has ended.
    public var credential: BearerCredential? {
        state.withLock { $0.machine.current?.credential }
    }

    /// Ends the session: calls that wait are told, and no later call is signed. Forgetting what is stored is the
    /// caller's.
    public func end() {
        let waiting = state.withLock { shared in
            shared.machine.end().compactMap { shared.settle($0, .failure(.signedOut)) }
        }
        for continuation in waiting { continuation.resume(returning: .failure(.signedOut)) }
    }

    /// A credential to sign with, other than number `refused`; waits for a renewal where one is needed.
    func numbered(
        after refused: Int?, context: CallContext
    ) async throws(AuthorityFailure) -> RefreshMachine.Numbered {
        let (waiter, step) = state.withLock { shared in
            shared.nextWaiter += 1
            return (shared.nextWaiter, shared.machine.need(after: refused, waiter: shared.nextWaiter))
        }
        switch step {
        case .use(let numbered):
            if refused != nil { context.report(.credentialRefused(willRefresh: false)) }
            return numbered
        case .ended: throw .signedOut
        case .wait:
            if refused != nil { context.report(.credentialRefused(willRefresh: true)) }
        case .refresh(let numbered):
            context.report(.credentialRefused(willRefresh: true))
            context.report(.refreshStarted)
            Task { await self.renew(numbered, context: context) }
        }
        return try await wait(as: waiter).get()
    }

    /// The number of the credential as it stands, even if it is being renewed; `nil` once the session has ended.
    var currentNumber: Int? {
        state.withLock { $0.machine.current?.number }
    }

    /// Whether `stored` was put into the storage by somebody else, and so is newer than `old`.
    func adopt(_ stored: BearerCredential, over old: BearerCredential) -> Bool {
        state.withLock { shared in
            guard stored.token != old.token, stored.token != shared.storedToken else { return false }
            shared.storedToken = stored.token
            return true
        }
    }

    /// `credential` is what the storage holds now.
    func noteStored(_ credential: BearerCredential) {
        state.withLock { $0.storedToken = credential.token }
    }

    /// The renewal has ended. With a `failure`, everybody who waited gets it.
    func finish(_ outcome: RefreshMachine.Outcome, failure: AuthorityFailure?) {
        let answers = state.withLock { shared in
            let (waiters, current) = shared.machine.finish(outcome)
            let answer: Answer
            if let failure {
                answer = .failure(failure)
            } else if let current {
                answer = .success(current)
            } else {
                answer = .failure(.signedOut)
            }
            return waiters.compactMap { waiter in shared.settle(waiter, answer).map { ($0, answer) } }
        }
        for (continuation, answer) in answers { continuation.resume(returning: answer) }
    }

    private func wait(as waiter: RefreshMachine.Waiter) async -> Answer {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { shared in
                    if let early = shared.early.removeValue(forKey: waiter) { return Optional(early) }
                    shared.continuations[waiter] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let continuation = state.withLock { shared in
                shared.machine.abandon(waiter) ? shared.settle(waiter, .failure(.cancelled)) : nil
            }
            continuation?.resume(returning: .failure(.cancelled))
        }
    }
}
