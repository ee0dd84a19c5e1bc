import NIOPosix
import Synchronization

/// Derives and checks passwords on a few threads of its own, as a scrypt run would hold up every other request on a
/// thread that serves them.
final class PasswordHasher: Sendable {
    private let cost: PasswordCost
    private let pool: NIOThreadPool
    private let queueLimit: Int
    private let queued = Mutex(0)
    /// What is checked when there is nothing to check, so that an unknown email takes as long as a known one.
    private let decoy: PasswordHash

    private init(cost: PasswordCost, pool: NIOThreadPool, queueLimit: Int, decoy: PasswordHash) {
        self.cost = cost
        self.pool = pool
        self.queueLimit = queueLimit
        self.decoy = decoy
    }

    /// Lends a hasher to `body` and stops its threads afterwards, whichever way that ends.
    static func withHasher<Result: Sendable>(
        cost: PasswordCost, limits: BackendLimits, _ body: (PasswordHasher) async throws -> Result
    ) async throws -> Result {
        guard cost.isValid else { throw BackendError.passwordCostInvalid(cost) }
        let pool = NIOThreadPool(numberOfThreads: max(1, limits.passwordThreads))
        pool.start()
        do {
            let hasher = PasswordHasher(
                cost: cost, pool: pool, queueLimit: limits.passwordQueue, decoy: PasswordHash(decoyAt: cost))
            let result = try await body(hasher)
            try await pool.shutdownGracefully()
            return result
        } catch {
            try await pool.shutdownGracefully()
            throw error
        }
    }

    func hash(_ password: String) async throws -> PasswordHash {
        try await enqueue { [cost] in try PasswordHash(of: password, cost: cost) }
    }

    /// Whether `password` is the one that `hash` was derived from. Without a hash it is not, after the same work.
    ///
    /// - Parameter turn: runs the check once it has come to the head of the queue; what it throws saves the work.
    func verify(
        _ password: String, against hash: PasswordHash?,
        turn: @escaping @Sendable (() throws -> Bool) throws -> Bool = { try $0() }
    ) async throws -> Bool {
        try await enqueue { [decoy] in
            try turn {
                let matches = try (hash ?? decoy).matches(password)
                return matches && hash != nil
            }
        }
    }

    /// Runs `work` on one of the threads.
    /// - Throws: ``Problem/busy`` if the queue is full.
    func enqueue<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        let isAdmitted = queued.withLock { queued in
            guard queued < queueLimit else { return false }
            queued += 1
            return true
        }
        guard isAdmitted else { throw Problem.busy }
        defer { queued.withLock { $0 -= 1 } }
        return try await pool.runIfActive(work)
    }
}
