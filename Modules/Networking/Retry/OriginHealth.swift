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

    /// How many origins are stored.
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
