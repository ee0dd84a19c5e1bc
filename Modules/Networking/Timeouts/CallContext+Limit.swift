import Primitives

extension CallContext {
    /// What `work` comes to, or `nil` if `limit` passed first: it is cancelled then, and its end waited for.
    ///
    /// Work that succeeds although its time is over has succeeded. A timer that is cancelled with the caller says nothing:
    /// the work itself reports the cancellation.
    func result<Value: Sendable>(
        within limit: Duration, of work: @escaping @Sendable () async -> Result<Value, NetworkError>
    ) async -> Result<Value, NetworkError>? {
        await withTaskGroup(of: Result<Value, NetworkError>?.self) { group in
            group.addTask { await work() }
            group.addTask { [time] in
                do {
                    try await time.sleep(for: limit)
                } catch {
                    // Cancelled with the caller, or because the work was first.
                    return nil
                }
                return nil
            }
            // Without a result the timer was first, whatever woke it.
            guard let first = await group.next() ?? nil else {
                let isCancelled = Task.isCancelled
                group.cancelAll()
                let late = await group.next() ?? nil
                if case .success = late { return late }
                return isCancelled ? late : nil
            }
            group.cancelAll()
            return first
        }
    }
}
