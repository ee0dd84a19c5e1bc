/// What is known about one origin, and what its calls may still spend: budget and circuit together, since a retry needs
/// the consent of both. Pure; ``OriginHealth`` shares it.
struct OriginState {
    private var budget: RetryBudget?
    private var circuit: CircuitBreaker?

    /// - Parameter draw: 0..<1, for a budget that begins with a part of a retry.
    init(_ policy: RetryPolicy, draw: @autoclosure () -> Double) {
        budget = policy.budget.map { RetryBudget($0, draw: draw()) }
        circuit = policy.circuit.map { CircuitBreaker($0) }
    }

    typealias Admission = CircuitBreaker.Admission

    /// A call's first attempt. One that is refused puts no load on the server, and so earns nothing.
    mutating func admit(at now: Duration) -> Admission {
        let admission = admission(at: now)
        if case .admitted = admission { budget?.earn() }
        return admission
    }

    /// Pays for a retry that is to begin after `delay`, or says why there is none.
    mutating func reserveRetry(after delay: Duration, at now: Duration) -> RetryRefusal? {
        if circuit?.isOpen(at: now + delay) == true { return .circuitOpen }
        return spend() ? nil : .budgetEmpty
    }

    /// A retry's turn has come. The server's state may have changed while it slept.
    mutating func admitRetry(at now: Duration) -> Admission {
        let admission = admission(at: now)
        if case .refused = admission { budget?.refund() }
        return admission
    }

    /// A second attempt beside the first. A server that is being probed is not hedged.
    mutating func admitHedge(at now: Duration) -> Turn {
        guard circuit?.isClosed != false, case .admitted(let permit, _) = admission(at: now) else {
            return .refused(.circuitOpen)
        }
        return spend() ? .granted(permit) : .refused(.budgetEmpty)
    }

    /// Whether another attempt may be made.
    enum Turn: Equatable {
        case granted(CircuitBreaker.Permit)
        case refused(RetryRefusal)
    }

    /// A retry that was paid for is not made: its caller gave up while it slept.
    mutating func abandonRetry() {
        budget?.refund()
    }

    mutating func record(
        _ verdict: CircuitBreaker.Verdict, for permit: CircuitBreaker.Permit, at now: Duration
    ) -> CircuitChange? {
        circuit?.record(verdict, for: permit, at: now)
    }

    private mutating func admission(at now: Duration) -> Admission {
        circuit?.admit(at: now) ?? .admitted(.regular(epoch: 0), nil)
    }

    private mutating func spend() -> Bool {
        budget?.spend() ?? true
    }
}
