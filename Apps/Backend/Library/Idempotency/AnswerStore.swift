import Foundation
import GRDB
import Synchronization

/// The answers given to requests with an idempotency key.
///
/// Which of them are under way is known to this process only: after a crash nothing is, and whoever asks again is
/// served. An answer is kept just after its work is done, not in the same transaction; a crash exactly between the two
/// forgets the key, and the work may be done twice.
final class AnswerStore: Sendable {
    /// Where an answer is kept: keys are each user's own.
    struct Slot: Hashable, Sendable {
        let userID: String
        let key: IdempotencyKey
    }

    /// What a request with a key meets.
    enum Admission: Equatable, Sendable {
        /// It is the first; whoever gets this has to ``AnswerStore/release(_:)`` it.
        case first
        case replayed(KeptAnswer)
        /// The key belongs to another request.
        case reused
        /// The first has not been answered yet.
        case underWay
    }

    private let database: DatabasePool
    private let capacity: Int
    private let lifetime: Duration
    private let now: @Sendable () -> Date
    private let claimed = Mutex<Set<Slot>>([])

    init(database: DatabasePool, limits: BackendLimits, now: @escaping @Sendable () -> Date) {
        self.database = database
        capacity = limits.keptAnswers
        lifetime = limits.keptAnswerLifetime
        self.now = now
    }

    /// - Parameter fingerprint: what tells this request from every other one.
    func admit(_ slot: Slot, _ fingerprint: Data) async throws -> Admission {
        guard claimed.withLock({ $0.insert(slot).inserted }) else { return .underWay }
        do {
            let admission = try await find(slot, fingerprint)
            if admission != .first { release(slot) }
            return admission
        } catch {
            release(slot)
            throw error
        }
    }

    /// Keeps what was answered, and sweeps away what is too old or too much.
    func keep(_ answer: KeptAnswer, in slot: Slot, _ fingerprint: Data) async throws {
        let moment = Timestamp(now())
        let fields = String(decoding: try JSONEncoder().encode(answer.fields), as: UTF8.self)
        try await database.write { db in
            // The user may have deleted themselves; then nobody will ask again.
            guard try UserRecord.exists(db, key: slot.userID) else { return }
            try db.execute(
                sql: "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    slot.userID, slot.key.text, fingerprint, answer.status, fields, answer.body, moment,
                ])
            try db.execute(sql: "DELETE FROM answers WHERE answered_at <= ?", arguments: [moment - lifetime])
            try db.execute(
                sql: """
                    DELETE FROM answers WHERE rowid IN
                    (SELECT rowid FROM answers ORDER BY answered_at DESC, rowid DESC LIMIT -1 OFFSET ?)
                    """, arguments: [capacity])
        }
    }

    /// Ends a first request, whatever came of it. Without an answer kept, the next with its key is a first one again.
    func release(_ slot: Slot) {
        claimed.withLock { _ = $0.remove(slot) }
    }

    private func find(_ slot: Slot, _ fingerprint: Data) async throws -> Admission {
        let oldest = Timestamp(now()) - lifetime
        return try await database.read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM answers WHERE user_id = ? AND key = ? AND answered_at > ?",
                arguments: [slot.userID, slot.key.text, oldest])
            guard let row else { return .first }
            guard row["fingerprint"] == fingerprint else { return .reused }
            return .replayed(try KeptAnswer(row: row))
        }
    }
}
