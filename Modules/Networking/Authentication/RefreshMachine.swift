import Foundation
import Primitives

/// The rules of renewing a shared credential, without any I/O, so that every race can be tested one step at a time.
///
/// Credentials are numbered. Who needs a credential says which number the server refused, if any, and is told to use the
/// current one, to wait, to renew it on everybody's behalf, or why there is none. A step costs the same however many wait.
struct RefreshMachine {
    /// A credential with its number: a refusal is a statement about one number.
    struct Numbered: Sendable, Equatable {
        let credential: BearerCredential
        let number: Int
    }

    /// Grows with each who asks.
    typealias Waiter = Int

    /// Why somebody needs a credential.
    enum Need: Equatable {
        /// For a call that was not sent yet. One that can be sent only once takes no risk: near the end it waits for the
        /// successor.
        case unsent(isReplayable: Bool)
        /// To send a call again that was refused with this number.
        case refused(Int)
        /// Somebody wants it renewed, though nobody has refused it.
        case refresh
    }

    /// When somebody asks.
    struct Moment: Equatable {
        let monotonicTime: Duration
        /// This machine's calendar, less what it was moved since the credential came (``ClockSkew``).
        let date: Date
    }

    enum Step: Equatable {
        case use(Numbered)
        /// Use it, and renew it for those who come later: its end is near.
        case useAndRefresh(Numbered)
        case wait
        /// Renew this one, then call ``finish(_:at:)``. The caller waits like everybody else.
        case refresh(Numbered, Cause)
        /// It was renewed a moment ago and is refused again: the refusal stands.
        case suppressed
        /// The last renewal of this very credential failed a moment ago, and would again.
        case failed(CredentialProviderFailure)
        case ended
    }

    /// Why a renewal begins for which its caller waits.
    enum Cause: Equatable {
        case refused, expiry, request
    }

    /// How a renewal ended.
    enum Outcome: Equatable {
        case refreshed(BearerCredential)
        /// Another process has renewed it; nobody knows how long ago.
        case adopted(BearerCredential)
        /// Who waited is told of the failure; this process goes on with the only good credential there is.
        case unsaved(BearerCredential, CredentialProviderFailure)
        /// The session is over.
        case refused(CredentialProviderFailure)
        /// It did not get through; the credential is as good as it was.
        case failed(CredentialProviderFailure)
    }

    private enum Phase {
        case ready, refreshing, ended
    }

    private let policy: RefreshPolicy
    private var phase = Phase.ready
    private var numbered: Numbered
    private var waiters: Set<Waiter> = []
    /// The server said no to the current number.
    private var isRefused = false
    /// On the uptime, until when the credential counts as just renewed; `nil` for one that this process has not renewed
    /// itself.
    private var windowEnd: Duration?
    /// The last renewal of the current number.
    private var failure: (CredentialProviderFailure, at: Duration)?
    /// In seconds, once the current credential was first used.
    private var margin: TimeInterval?

    init(_ credential: BearerCredential, policy: RefreshPolicy = RefreshPolicy()) {
        self.policy = policy
        numbered = Numbered(credential: credential, number: 1)
    }

    /// The credential as it is known now, even one that is being renewed; `nil` once the session has ended.
    var current: Numbered? {
        phase == .ended ? nil : numbered
    }

    /// Somebody needs a credential.
    mutating func need(_ need: Need, waiter: Waiter, at moment: Moment) -> Step {
        if case .refused(numbered.number) = need { isRefused = true }
        return switch phase {
        case .ended: .ended
        case .ready: begin(for: need, waiter: waiter, at: moment)
        case .refreshing: join(need, waiter: waiter, at: moment)
        }
    }

    /// The server refused `number`, for a call that can't be sent again: the next one renews before it is sent.
    mutating func noteRefusal(of number: Int) {
        if number == numbered.number { isRefused = true }
    }

    /// Another process has renewed it; returns whether that is now the current one. While a renewal is under way, its end
    /// decides.
    mutating func adopt(_ credential: BearerCredential) -> Bool {
        guard phase == .ready else { return false }
        _ = replace(with: credential, refreshedAt: nil)
        return true
    }

    /// One waiter gives up; the renewal and all others go on. Returns whether it was waiting.
    mutating func abandon(_ waiter: Waiter) -> Bool {
        waiters.remove(waiter) != nil
    }

    /// The renewal has ended: whom to answer, in the order in which they came, and what with.
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

    /// The user signed out: no credential from here on. Returns who was waiting for one.
    mutating func end() -> [Waiter] {
        phase = .ended
        return removeWaiters()
    }
}

extension RefreshMachine {
    /// Nothing is under way.
    private mutating func begin(for need: Need, waiter: Waiter, at moment: Moment) -> Step {
        switch need {
        case .refresh: return refresh(.request, waiter)
        case .refused(numbered.number):
            if isJustRefreshed(at: moment) { return .suppressed }
            return recentFailure(at: moment).map(Step.failed) ?? refresh(.refused, waiter)
        case .unsent where isRefused && !isJustRefreshed(at: moment):
            return recentFailure(at: moment).map(Step.failed) ?? refresh(.refused, waiter)
        case .unsent(isReplayable: false): return beforeUse(waiter: waiter, maySendTwice: false, at: moment)
        // A refusal of an older number is late news: its successor is already here.
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

    /// A renewal is under way. What is still good is used meanwhile, unless somebody was refused with it or asked for the
    /// next.
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

    /// Half of a short life at most: a credential that may not be renewed before its end fails calls. What is over as soon
    /// as it comes says nothing of its life.
    private func window(of credential: BearerCredential, at date: Date) -> Duration {
        guard let life = credential.expiresAt?.timeIntervalSince(date), life > 0 else { return policy.window }
        // Compared as numbers: a server may say that a token lives for 1e300 seconds.
        return life / 2 < policy.window / .seconds(1) ? .seconds(life / 2) : policy.window
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

    /// What can't be renewed, or says nothing of its end, is used until the server refuses it.
    private mutating func timeLeft(at moment: Moment) -> TimeLeft {
        guard let end = numbered.credential.expiresAt, numbered.credential.refreshToken != nil else { return .enough }
        let left = end.timeIntervalSince(moment.date)
        let margin = margin ?? min(policy.margin / .seconds(1), left / 4)
        self.margin = margin
        if left <= 0 { return .none }
        return left <= margin ? .little : .enough
    }
}
