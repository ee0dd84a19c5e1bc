/// The retry budget and the circuit of one origin. They are one value, because a retry requires both. ``OriginHealth``
/// guards it against concurrent access.
struct OriginState {
    private var budget: RetryBudget?
    private var circuit: CircuitBreaker?

    /// - Parameter draw: 0..<1, for a budget that opens with a fraction of a retry.
    init(_ policy: RetryPolicy, draw: @autoclosure () -> Double) {
        budget = policy.budget.map { RetryBudget($0, draw: draw()) }
        circuit = policy.circuit.map { CircuitBreaker($0) }
    }

    typealias Admission = CircuitBreaker.Admission

    /// Admits a call's first attempt. A refused attempt puts no load on the server, so it earns no budget.
    mutating func admit(at now: Duration) -> Admission {
        let admission = admission(at: now)
        if case .admitted = admission { budget?.earn() }
        return admission
    }

    /// Pays for a retry that starts after `delay`. Returns the reason if the retry is refused, otherwise `nil`.
    mutating func reserveRetry(after delay: Duration, at now: Duration) -> RetryRefusal? {
        if circuit?.isOpen(at: now + delay) == true { return .circuitOpen }
        return spend() ? nil : .budgetEmpty
    }

    /// Checks a paid retry again at the end of its delay, because the circuit may have changed meanwhile.
    mutating func admitRetry(at now: Duration) -> Admission {
        let admission = admission(at: now)
        if case .refused = admission { budget?.refund() }
        return admission
    }

    /// Whether another attempt is allowed.
    enum RetryAdmission: Equatable {
        case granted(CircuitBreaker.Permit)
        case refused(RetryRefusal)
    }

    /// Refunds a retry that was not sent, because its caller cancelled during the delay.
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
