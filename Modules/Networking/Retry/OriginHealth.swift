public import Primitives
import Synchronization

/// An app's retry policy, and the retry budget and circuit of each origin.
///
/// Create one and pass it to every ``RetryInterceptor``, so that all clients of a server share them. The number of
/// origins is bounded; the least recently used one is removed.
public final class OriginHealth: Sendable {
    let policy: RetryPolicy
    private let random: any RandomSource
    private let capacity: Int
    private let entries = Mutex<[Origin: Entry]>([:])

    private struct Entry {
        var state: OriginState
        var lastUse: Duration
    }

    /// - Parameters:
    ///   - policy: the policy of every interceptor that shares this object.
    ///   - random: draws the opening balance of an origin's budget, for ``RetryPolicy/Budget/Opening/drawn``.
    ///   - capacity: how many origins are stored. The default of 64 is far more than an app needs. A crawler should
    ///     use ``RetryPolicy/Budget/Opening/drawn``, because an origin that was removed starts with a new budget.
    public init(policy: RetryPolicy = .standard, random: any RandomSource, capacity: Int = 64) {
        self.policy = policy
        self.random = random
        self.capacity = max(1, capacity)
    }

    var count: Int { entries.withLock { $0.count } }

    /// Changes an origin's state, which is created on first use.
    func withState<Result>(
        of origin: Origin, at now: Duration, _ change: (inout OriginState) -> Result
    ) -> Result where Result: Sendable {
        entries.withLock { entries in
            if let index = entries.index(forKey: origin) {
                entries.values[index].lastUse = now
                return change(&entries.values[index].state)
            }
            if entries.count >= capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                entries[oldest.key] = nil
            }
            var state = OriginState(policy, draw: random.nextUnit())
            let result = change(&state)
            entries[origin] = Entry(state: state, lastUse: now)
            return result
        }
    }

    /// Changes an origin's state after an attempt; does nothing if the origin was removed meanwhile.
    @discardableResult
    func withKnownState<Result>(
        of origin: Origin, _ change: (inout OriginState) -> Result?
    ) -> Result? where Result: Sendable {
        entries.withLock { entries in
            guard let index = entries.index(forKey: origin) else { return nil }
            return change(&entries.values[index].state)
        }
    }
}

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

/// Counts recent attempts and failures in ten slices of time that are overwritten in turn. Memory is constant, and
/// unused slices cost no work.
struct OutcomeWindow {
    private struct Slice {
        var number = -1
        var attempts = 0
        var failures = 0
    }

    private static let count = 10
    private var slices: [Slice]
    private let width: Duration

    init(_ length: Duration) {
        width = length / Self.count
        slices = Array(repeating: Slice(), count: Self.count)
    }

    mutating func add(failed: Bool, at now: Duration) {
        let number = number(at: now)
        let place = number % Self.count
        if slices[place].number != number { slices[place] = Slice(number: number) }
        slices[place].attempts += 1
        if failed { slices[place].failures += 1 }
    }

    func totals(at now: Duration) -> (attempts: Int, failures: Int) {
        let oldest = number(at: now) - Self.count + 1
        return slices.reduce((0, 0)) { sum, slice in
            slice.number >= oldest ? (sum.0 + slice.attempts, sum.1 + slice.failures) : sum
        }
    }

    mutating func clear() {
        for place in slices.indices { slices[place] = Slice() }
    }

    private func number(at now: Duration) -> Int {
        Int(max(now, .zero) / width)
    }
}
