import NIOPosix
import Synchronization

/// Hashes and checks passwords on threads of its own, because scrypt would block the threads that serve requests.
final class PasswordHasher: Sendable {
    private let cost: PasswordCost
    private let pool: NIOThreadPool
    private let queueLimit: Int
    private let queued = Mutex(0)
    /// Checked if the email is unknown, so that the response takes as long as for a known email.
    private let decoy: PasswordHash

    private init(cost: PasswordCost, pool: NIOThreadPool, queueLimit: Int, decoy: PasswordHash) {
        self.cost = cost
        self.pool = pool
        self.queueLimit = queueLimit
        self.decoy = decoy
    }

    /// Runs `body` with a hasher, and stops its threads afterwards, even if `body` throws.
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

    /// Whether `password` matches `hash`. Without a hash it returns `false` after the same work.
    ///
    /// - Parameter body: called when the check leaves the queue. It runs the check, or throws to skip it.
    func verify(
        _ password: String, against hash: PasswordHash?,
        body: @escaping @Sendable (() throws -> Bool) throws -> Bool = { try $0() }
    ) async throws -> Bool {
        try await enqueue { [decoy] in
            try body {
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
