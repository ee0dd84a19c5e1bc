/// The state machine of a circuit breaker, without I/O; the time is a parameter. See ``RetryPolicy/Circuit``.
///
/// Every attempt gets a permit and reports its outcome with it. A closed circuit admits all attempts, an open one none,
/// a half-open one a few probes, whose outcome closes or reopens the circuit. The outcome of a permit from before the
/// last opening is ignored, because it says nothing about the server's current state.
struct CircuitBreaker {
    /// What an attempt's outcome says about the server.
    enum Verdict: Equatable {
        case well, failed
        /// Nothing: the attempt was cancelled, failed for a local reason, or got a 429.
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
    // Not in the phase: changing an enum's associated value would copy the window.
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

    /// Whether an attempt at `moment` would be refused.
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
            // A probe that has not ended within the length of the pause loses its place: a probe that hangs must not
            // block all calls.
            probes.removeAll { $0.since + policy.pause <= now }
            if let oldest = probes.first, probes.count >= policy.probes {
                return .refused(retryAfter: oldest.since + policy.pause - now)
            }
            return .admitted(beginProbe(at: now), nil)
        }
    }

    /// Records an attempt's outcome. Call this for every admitted attempt, even a cancelled one. Otherwise a probe's
    /// place stays occupied.
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
