public import Primitives
import Synchronization

/// The retry policy of an app, and what its calls have learnt about the servers: the retry budget and the circuit of each
/// origin.
///
/// Make one and pass it to every ``RetryInterceptor``, so that two clients of one server share the policy and what they
/// know. It keeps a bounded number of origins and forgets the one that was not used for longest.
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
    ///   - policy: for every interceptor that shares this object.
    ///   - random: draws what an origin begins with, for ``RetryPolicy/Budget/Opening/drawn``.
    ///   - capacity: how many origins are stored. The default of 64 is far above what an app calls. A crawler should open
    ///     its budgets with ``RetryPolicy/Budget/Opening/drawn``, because an origin that was forgotten opens again.
    public init(policy: RetryPolicy = .standard, random: any RandomSource, capacity: Int = 64) {
        self.policy = policy
        self.random = random
        self.capacity = max(1, capacity)
    }

    /// How many origins are known now.
    var count: Int { entries.withLock { $0.count } }

    /// Works on an origin's state, which begins with its first use.
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

    /// Works on an origin's state for news of an attempt, which is no news where the origin was forgotten meanwhile.
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
