import Foundation
import Primitives

/// The state machine for refreshing a shared credential. Without I/O, so that tests can check every race step by step.
///
/// Credentials are numbered. A caller that needs a credential passes the number that the server refused, if any. The
/// machine returns a step: use the current credential, wait, start a refresh for all callers, or fail. A step costs the
/// same for any number of waiters.
struct RefreshMachine {
    /// A credential with its number, by which a refusal identifies it.
    struct Numbered: Sendable, Equatable {
        let credential: BearerCredential
        let number: Int
    }

    /// A caller's number, in the order of arrival.
    typealias Waiter = Int

    /// Why a caller needs a credential.
    enum Need: Equatable {
        /// To send a call for the first time. Near expiry, a call that can't be sent again waits for a refresh.
        case unsent(isReplayable: Bool)
        /// To send a call again after the server refused this number.
        case refused(Int)
        /// An explicit request to refresh, without a refusal.
        case refresh
    }

    /// The time of a step, on both clocks.
    struct Moment: Equatable {
        let monotonicTime: Duration
        /// This machine's wall clock, corrected for changes since the credential was received (``ClockSkew``).
        let date: Date
    }

    enum Step: Equatable {
        case use(Numbered)
        /// Use this credential and refresh it meanwhile, because it expires soon.
        case useAndRefresh(Numbered)
        case wait
        /// Refresh this credential, then call ``finish(_:at:)``. The caller waits for the result, like all other
        /// waiters.
        case refresh(Numbered, Cause)
        /// The credential was refreshed within the policy's window and is refused again, so the refusal is final.
        case suppressed
        /// The last refresh of this credential failed within the policy's pause and is not repeated yet.
        case failed(CredentialProviderFailure)
        case ended
    }

    /// The reason for a refresh that the caller waits for.
    enum Cause: Equatable {
        case refused, expiry, request
    }

    /// How a refresh ended.
    enum Outcome: Equatable {
        case refreshed(BearerCredential)
        /// Another process or a login has stored this credential, at an unknown time.
        case adopted(BearerCredential)
        /// Saving failed: waiters get the failure, and this process continues with the unsaved credential, because the
        /// server may no longer accept the old one.
        case unsaved(BearerCredential, CredentialProviderFailure)
        /// The server refused the refresh token, or the user logged out: the session ends.
        case refused(CredentialProviderFailure)
        /// The refresh failed without a decision about the credential, which remains current.
        case failed(CredentialProviderFailure)
    }

    private enum Phase {
        case ready, refreshing, ended
    }

    private let policy: RefreshPolicy
    private var phase = Phase.ready
    private var numbered: Numbered
    private var waiters: Set<Waiter> = []
    /// Whether the server refused the current credential.
    private var isRefused = false
    /// The monotonic time until which the credential counts as just refreshed; `nil` if this process did not refresh
    /// it.
    private var windowEnd: Duration?
    /// Why the last refresh of the current credential failed.
    private var failure: (CredentialProviderFailure, at: Duration)?
    /// In seconds; computed at the first use of the current credential.
    private var margin: TimeInterval?

    init(_ credential: BearerCredential, policy: RefreshPolicy = RefreshPolicy()) {
        self.policy = policy
        numbered = Numbered(credential: credential, number: 1)
    }

    /// The current credential, even while it is being refreshed; `nil` once the session has ended.
    var current: Numbered? {
        phase == .ended ? nil : numbered
    }

    /// Decides what a caller that needs a credential does.
    mutating func need(_ need: Need, waiter: Waiter, at moment: Moment) -> Step {
        if case .refused(numbered.number) = need { isRefused = true }
        return switch phase {
        case .ended: .ended
        case .ready: begin(for: need, waiter: waiter, at: moment)
        case .refreshing: join(need, waiter: waiter, at: moment)
        }
    }

    /// Records that the server refused `number` for a call that can't be sent again. The next call refreshes the
    /// credential before it is sent.
    mutating func noteRefusal(of number: Int) {
        if number == numbered.number { isRefused = true }
    }

    /// Replaces the current credential with one that another process refreshed. Returns `false`, without a change,
    /// during a refresh or after the end of the session.
    mutating func adopt(_ credential: BearerCredential) -> Bool {
        guard phase == .ready else { return false }
        _ = replace(with: credential, refreshedAt: nil)
        return true
    }

    /// Removes one waiter; the refresh and the other waiters continue. Returns whether it was waiting.
    mutating func abandon(_ waiter: Waiter) -> Bool {
        waiters.remove(waiter) != nil
    }

    /// Ends the refresh. Returns the waiters in their order of arrival, and the result for all of them.
    mutating func finish(
        _ outcome: Outcome, at moment: Moment
    ) -> (waiters: [Waiter], response: Result<Numbered, CredentialProviderFailure>) {
        guard phase == .refreshing else { return ([], current.map(Result.success) ?? .failure(.loggedOut)) }
        phase = .ready
        let response: Result<Numbered, CredentialProviderFailure>
        switch outcome {
        case .refreshed(let credential):
            response = .success(replace(with: credential, refreshedAt: moment))
        case .adopted(let credential):
            response = .success(replace(with: credential, refreshedAt: nil))
        case .unsaved(let credential, let failure):
            _ = replace(with: credential, refreshedAt: moment)
            response = .failure(failure)
        case .failed(let failure):
            self.failure = (failure, at: moment.monotonicTime)
            response = .failure(failure)
        case .refused(let failure):
            phase = .ended
            response = .failure(failure)
        }
        return (removeWaiters(), response)
    }

    /// Ends the session: there is no credential from now on. Returns the waiters.
    mutating func end() -> [Waiter] {
        phase = .ended
        return removeWaiters()
    }
}

extension RefreshMachine {
    /// Decides while no refresh is running.
    private mutating func begin(for need: Need, waiter: Waiter, at moment: Moment) -> Step {
        switch need {
        case .refresh: return refresh(.request, waiter)
        case .refused(numbered.number):
            if isJustRefreshed(at: moment) { return .suppressed }
            return recentFailure(at: moment).map(Step.failed) ?? refresh(.refused, waiter)
        // Also after a late refusal of an older number: the server has refused the current credential too.
        case _ where isRefused && !isJustRefreshed(at: moment):
            return recentFailure(at: moment).map(Step.failed) ?? refresh(.refused, waiter)
        case .unsent(isReplayable: false): return beforeUse(waiter: waiter, maySendTwice: false, at: moment)
        case .unsent, .refused: return beforeUse(waiter: waiter, maySendTwice: true, at: moment)
        }
    }

    private mutating func beforeUse(waiter: Waiter, maySendTwice: Bool, at moment: Moment) -> Step {
        let left = timeLeft(at: moment)
        guard left != .enough, !isJustRefreshed(at: moment) else { return .use(numbered) }
        if let failure = recentFailure(at: moment) { return left == .none ? .failed(failure) : .use(numbered) }
        if left == .none || !maySendTwice { return refresh(.expiry, waiter) }
        phase = .refreshing
        return .useAndRefresh(numbered)
    }

    /// Decides during a refresh. A credential that expires soon is used meanwhile, unless the server refused it, or the
    /// caller can send only once or requires a new one. All other callers wait.
    private mutating func join(_ need: Need, waiter: Waiter, at moment: Moment) -> Step {
        let maySendTwice =
            switch need {
            case .unsent(let isReplayable): isReplayable
            case .refused(let number): number != numbered.number
            case .refresh: false
            }
        if maySendTwice, !isRefused, timeLeft(at: moment) == .little { return .use(numbered) }
        waiters.insert(waiter)
        return .wait
    }

    private mutating func refresh(_ cause: Cause, _ waiter: Waiter) -> Step {
        phase = .refreshing
        waiters.insert(waiter)
        return .refresh(numbered, cause)
    }

    private mutating func replace(with credential: BearerCredential, refreshedAt moment: Moment?) -> Numbered {
        numbered = Numbered(credential: credential, number: numbered.number + 1)
        let windowEnd = moment.map { $0.monotonicTime + window(of: credential, at: $0.date) }
        (isRefused, self.windowEnd, failure, margin) = (false, windowEnd, nil, nil)
        return numbered
    }

    /// The policy's window, but at most half of the credential's lifetime: calls would fail between its expiry and the
    /// end of a longer window. Ignores the lifetime of a credential that arrives expired.
    private func window(of credential: BearerCredential, at date: Date) -> Duration {
        guard let lifetime = credential.expiresAt?.timeIntervalSince(date), lifetime > 0 else { return policy.window }
        // Compared as numbers, because a server may send a lifetime of 1e300 seconds, which overflows a Duration.
        return lifetime / 2 < policy.window / .seconds(1) ? .seconds(lifetime / 2) : policy.window
    }

    private mutating func removeWaiters() -> [Waiter] {
        defer { waiters = [] }
        return waiters.sorted()
    }

    private func isJustRefreshed(at moment: Moment) -> Bool {
        windowEnd.map { moment.monotonicTime < $0 } ?? false
    }

    private func recentFailure(at moment: Moment) -> CredentialProviderFailure? {
        failure.flatMap { moment.monotonicTime - $0.at < policy.pause ? $0.0 : nil }
    }

    private enum TimeLeft {
        case enough, little, none
    }

    /// A credential without a refresh token or an expiry is used until the server refuses it.
    private mutating func timeLeft(at moment: Moment) -> TimeLeft {
        guard let end = numbered.credential.expiresAt, numbered.credential.refreshToken != nil else { return .enough }
        let left = end.timeIntervalSince(moment.date)
        let margin = margin ?? min(policy.margin / .seconds(1), left / 4)
        self.margin = margin
        if left <= 0 { return .none }
        return left <= margin ? .little : .enough
    }
}
