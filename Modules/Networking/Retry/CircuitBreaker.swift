/// The rules of leaving a failing server alone, without any I/O; time is passed in. See ``RetryPolicy/Circuit``.
///
/// An attempt is admitted with a permit and reports back with it. Closed, all are admitted; open, none; half-open, a
/// few probes, whose ending decides. A permit from before the last opening proves nothing about the server as it is
/// now, and changes nothing.
struct CircuitBreaker {
    /// What an attempt's ending says about the server.
    enum Verdict: Equatable {
        case well, failed
        /// Nothing: it was cancelled, or failed for reasons on this side.
        case silent
    }

    enum Permit: Equatable {
        case regular(epoch: Int)
        case probe(Int)
    }

    enum Admission: Equatable {
        case admitted(Permit, CircuitChange?)
        case refused(retryAfter: Duration)
    }

    private enum Phase: Equatable {
        case closed
        case open(until: Duration)
        case halfOpen
    }

    private struct Probe {
        let number: Int
        let since: Duration
    }

    private let policy: RetryPolicy.Circuit
    // Beside the phase and not in it: a window that is taken out of a case to be changed is copied.
    private var window: OutcomeWindow
    private var phase = Phase.closed
    private var probes: [Probe] = []
    private var epoch = 0
    private var lastProbe = 0

    init(_ policy: RetryPolicy.Circuit) {
        self.policy = policy
        window = OutcomeWindow(policy.window)
    }

    var isClosed: Bool { phase == .closed }

    /// Whether an attempt at `moment` is refused already now.
    func isOpen(at moment: Duration) -> Bool {
        if case .open(let until) = phase { until > moment } else { false }
    }

    mutating func admit(at now: Duration) -> Admission {
        switch phase {
        case .closed: return .admitted(.regular(epoch: epoch), nil)
        case .open(let until):
            guard now >= until else { return .refused(retryAfter: until - now) }
            phase = .halfOpen
            return .admitted(beginProbe(at: now), .halfOpened)
        case .halfOpen:
            // A probe that has not come back for as long as the pause was has lost its place: one that hangs must not
            // lock everybody out.
            probes.removeAll { $0.since + policy.pause <= now }
            if let oldest = probes.first, probes.count >= policy.probes {
                return .refused(retryAfter: oldest.since + policy.pause - now)
            }
            return .admitted(beginProbe(at: now), nil)
        }
    }

    /// An attempt has ended. Every admitted one comes here, cancelled ones too, or a probe's place would stay taken.
    mutating func record(_ verdict: Verdict, for permit: Permit, at now: Duration) -> CircuitChange? {
        switch permit {
        case .probe(let number):
            guard let index = probes.firstIndex(where: { $0.number == number }) else { return nil }
            probes.remove(at: index)
            switch verdict {
            case .silent: return nil
            case .failed: return open(at: now)
            case .well:
                probes = []
                phase = .closed
                window.clear()
                return .closed
            }
        case .regular(let epoch):
            guard epoch == self.epoch, verdict != .silent else { return nil }
            window.add(failed: verdict == .failed, at: now)
            guard verdict == .failed else { return nil }
            let (attempts, failures) = window.totals(at: now)
            guard attempts >= policy.minimumAttempts, Double(failures) >= Double(attempts) * policy.failureShare
            else { return nil }
            return open(at: now)
        }
    }

    private mutating func open(at now: Duration) -> CircuitChange {
        epoch += 1
        probes = []
        phase = .open(until: now + policy.pause)
        return .opened(policy.pause)
    }

    private mutating func beginProbe(at now: Duration) -> Permit {
        lastProbe += 1
        probes.append(Probe(number: lastProbe, since: now))
        return .probe(lastProbe)
    }
}
