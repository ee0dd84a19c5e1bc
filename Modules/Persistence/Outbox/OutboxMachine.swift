public import Foundation

/// The decisions of an outbox, without I/O: the next step for an entry, the effect of the outcome, and the time of the
/// next attempt. The sender, which is in RemoteServices, executes them.
public struct OutboxMachine: Sendable {
    private let keyLifetime: Duration
    /// The number of entries in a row for which the server has failed.
    private var failures = 0
    /// The monotonic time until which sending rests, because the server is away or failing, or no account is logged in.
    public private(set) var restsUntil = Duration.zero

    /// - Parameter keyLifetime: how long the server recognizes a repeated request by its key; zero if it never does.
    public init(keyLifetime: Duration) {
        self.keyLifetime = keyLifetime
    }

    /// What is done with an entry that is due.
    public enum Step: Sendable, Hashable {
        /// Encode its request and store it. A conditional change reads its resource first.
        case seal
        case send(SealedRequest)
        case park(reason: String)
    }

    /// The outcome of an attempt to send a change.
    public enum Outcome: Sendable, Hashable {
        case accepted
        /// The resource to delete does not exist.
        case gone
        /// The same change would be refused again. A person who retries it sends `rebased` instead, if there is one.
        case refused(reason: String, rebased: Rebased? = nil)
        /// This version of the app can't send it.
        case unsendable(reason: String)
        /// The resource has another tag than the one that was read.
        case changedMeanwhile
        /// No account is logged in. This doesn't count as an attempt.
        case accountNeeded(isUnsent: Bool)
        case later(atLeast: Duration, isReachable: Bool)
        /// The server can't have received the change.
        case unsent(atLeast: Duration)
    }

    /// The change as JSON, based on the server's current value.
    public struct Rebased: Sendable, Hashable {
        let payload: Data
        let version: Int

        public init(payload: Data, version: Int) {
            self.payload = payload
            self.version = version
        }
    }

    /// The effect of an outcome on an entry.
    public enum Transition: Sendable, Hashable {
        /// - Parameter opens: whether the entry loses its request, so that later changes can be merged into it again.
        case keep(opens: Bool)
        case remove
        case park(reason: String, rebased: Rebased? = nil)
        case reopen(from: Date, share: Double)
        case wait(from: Date, atLeast: Duration, share: Double, opens: Bool)
    }

    /// What the outbox reports to a caller that still waits for its change.
    public enum Notice: Sendable, Hashable {
        case accepted
        case refused
        /// It stays in the outbox.
        case left
    }

    /// What the outbox does after an outcome.
    public struct Consequence: Sendable, Hashable {
        public let transition: Transition
        /// `nil` while the change is still being sent.
        public let notice: Notice?
        /// Whether the response updates the stored records.
        public let storesResponse: Bool
        /// Whether the entries of other lanes are left for later too.
        public let endsPass: Bool

        init(_ transition: Transition, _ notice: Notice?, storesResponse: Bool = false, endsPass: Bool = false) {
            self.transition = transition
            self.notice = notice
            self.storesResponse = storesResponse
            self.endsPass = endsPass
        }
    }

    /// Begins a pass through the entries.
    public mutating func begin() {
        failures = 0
    }

    /// What is done with an entry now.
    public func step(for entry: OutboxEntry, at now: Date) -> Step {
        guard let request = entry.request else { return .seal }
        let age = Duration.seconds(now.timeIntervalSince(request.sealedAt))
        guard age > keyLifetime || !usesKeys, !request.isRepeatable else { return .send(request) }
        return .park(
            reason: "The server may have applied this change already. Sending it again may apply it twice.")
    }

    /// Whether the server recognizes a repeated request by its key.
    public var usesKeys: Bool { keyLifetime > .zero }

    /// Decides what the outbox does after an outcome.
    ///
    /// - Parameters:
    ///   - isAwaited: whether the caller that made the change waits for it, and no other change is merged into it. If
    ///     so, a refusal is thrown to that caller. Otherwise an earlier caller got the change as pending, so a person
    ///     decides.
    ///   - moment: the monotonic time.
    ///   - share: between 0.5 and 1 (``OutboxEntry/waiting(from:atLeast:share:)``).
    public mutating func consequence(
        of outcome: Outcome, for entry: OutboxEntry, isAwaited: Bool, at now: Date, _ moment: Duration, share: Double
    ) -> Consequence {
        // In an earlier attempt, the server may have received the request.
        let isFirst = entry.request == nil
        switch outcome {
        case .accepted:
            (failures, restsUntil) = (0, .zero)
            return Consequence(.remove, .accepted, storesResponse: true)
        // In a later attempt, the first one may have deleted it.
        case .gone: return Consequence(.remove, isAwaited ? .refused : .accepted, storesResponse: true)
        case .refused(let reason, let rebased):
            return isAwaited
                ? Consequence(.remove, .refused) : Consequence(.park(reason: reason, rebased: rebased), .left)
        case .unsendable(let reason): return Consequence(.park(reason: reason), .left)
        case .changedMeanwhile: return Consequence(.reopen(from: now, share: share), nil)
        case .accountNeeded(let isUnsent):
            restsUntil = moment + .seconds(60)
            return Consequence(.keep(opens: isFirst && isUnsent), .left, endsPass: true)
        case .later(let least, let isReachable):
            let wait = Transition.wait(from: now, atLeast: least, share: share, opens: false)
            return consequence(of: wait, for: entry, isReachable: isReachable, at: now, moment)
        case .unsent(let least):
            let wait = Transition.wait(from: now, atLeast: least, share: share, opens: isFirst)
            return consequence(of: wait, for: entry, isReachable: false, at: now, moment)
        }
    }

    private mutating func consequence(
        of transition: Transition, for entry: OutboxEntry, isReachable: Bool, at now: Date, _ moment: Duration
    ) -> Consequence {
        failures += 1
        // One item's error must not stop the others. But a server that is away, or fails for all, is left alone.
        if isReachable, failures < 3 { return Consequence(transition, .left) }
        let wait = entry.after(transition)?.notBefore?.timeIntervalSince(now) ?? 1
        restsUntil = moment + .seconds(wait)
        return Consequence(transition, .left, endsPass: true)
    }

    /// The monotonic time of the next attempt, if nothing changes until then; `nil` if no entry waits.
    public func nextAttempt(of entries: [OutboxEntry], at now: Date, _ moment: Duration) -> Duration? {
        entries.compactMap { entry in
            if case .parked = entry.state { return nil }
            return entry.notBefore.map { date in
                moment + .seconds(min(max(date.timeIntervalSince(now), 0.1), OutboxEntry.longestWait))
            }
        }.min()
    }
}

extension OutboxEntry {
    /// The entry after a transition; `nil` if it is removed.
    public func after(_ transition: OutboxMachine.Transition) -> OutboxEntry? {
        switch transition {
        case .keep(let opens): opened(opens)
        case .remove: nil
        case .park(let reason, let rebased):
            (rebased.flatMap { replacing(payload: $0.payload, version: $0.version) } ?? self).parked(because: reason)
        case .reopen(let now, let share): reopened(at: now, share: share)
        case .wait(let now, let least, let share, let opens):
            waiting(from: now, atLeast: least, share: share).opened(opens)
        }
    }
}
