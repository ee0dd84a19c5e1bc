public import Networking
import Testing

/// The contract that every `RefreshLock` fulfils.
public enum RefreshLockContract {
    /// The clauses. Each needs two locks that represent two processes on one storage, or one lock for both.
    public static var clauses: [ContractClause<(any RefreshLock, any RefreshLock)>] {
        [
            ContractClause("only one process holds the lock until it is released") { first, second in
                let isLocked = try await first.tryLock()
                #expect(isLocked)
                #expect(try await !second.tryLock())
                #expect(try await !first.tryLock(), "two credential providers may share one lock")
                first.unlock()
                #expect(try await second.tryLock())
                #expect(try await !first.tryLock())
            },
            ContractClause("a lock can be acquired repeatedly") { first, second in
                for _ in 1...100 {
                    for lock in [first, second] {
                        let isLocked = try await lock.tryLock()
                        #expect(isLocked)
                        lock.unlock()
                    }
                }
            },
            ContractClause("exactly one of many concurrent attempts acquires the lock") { first, second in
                let count = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for number in 1...40 {
                        group.addTask { try await (number.isMultiple(of: 2) ? first : second).tryLock() }
                    }
                    return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                }
                #expect(count == 1)
            },
        ]
    }
}
