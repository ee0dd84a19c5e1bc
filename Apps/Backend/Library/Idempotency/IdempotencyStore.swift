import Foundation
import GRDB
import Synchronization

/// The responses to requests with an idempotency key.
///
/// Requests in progress are tracked in memory, so a crash forgets them. A response is stored after the request's work,
/// not in the same transaction. A crash between the two loses the key, and a retry does the work again.
final class IdempotencyStore: Sendable {
    /// Identifies a stored response.
    struct Slot: Hashable, Sendable {
        /// Each user's keys are separate. All guests share `nil`.
        let userID: String?
        let key: IdempotencyKey
    }

    /// The result of looking up a key.
    enum Admission: Equatable, Sendable {
        /// The key is new. The caller must ``IdempotencyStore/release(_:)`` it.
        case first
        case replayed(StoredResponse)
        /// The key belongs to another request.
        case reused
        /// The first request with this key is in progress.
        case inProgress
    }

    private let database: DatabasePool
    private let capacity: Int
    private let lifetime: Duration
    private let now: @Sendable () -> Date
    private let inProgress = Mutex<Set<Slot>>([])

    init(database: DatabasePool, limits: BackendLimits, now: @escaping @Sendable () -> Date) {
        self.database = database
        capacity = limits.storedResponses
        lifetime = limits.storedResponseLifetime
        self.now = now
    }

    /// - Parameter fingerprint: a digest of the request, which only equal requests share.
    func admit(_ slot: Slot, _ fingerprint: Data) async throws -> Admission {
        guard inProgress.withLock({ $0.insert(slot).inserted }) else { return .inProgress }
        do {
            let admission = try await find(slot, fingerprint)
            if admission != .first { release(slot) }
            return admission
        } catch {
            release(slot)
            throw error
        }
    }

    /// Stores a response, and deletes those that are too old or exceed the limit.
    func store(_ response: StoredResponse, in slot: Slot, _ fingerprint: Data) async throws {
        let moment = Timestamp(now())
        let fields = String(decoding: try JSONEncoder().encode(response.fields), as: UTF8.self)
        try await database.write { db in
            // Users may have deleted their own account with this request.
            if let id = slot.userID { guard try UserRecord.exists(db, key: id) else { return } }
            try db.execute(
                sql: "INSERT OR REPLACE INTO stored_responses VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    slot.userID, slot.key.text, fingerprint, response.status, fields, response.body, moment,
                ])
            try db.execute(sql: "DELETE FROM stored_responses WHERE stored_at <= ?", arguments: [moment - lifetime])
            try db.execute(
                sql: """
                    DELETE FROM stored_responses WHERE rowid IN
                    (SELECT rowid FROM stored_responses ORDER BY stored_at DESC, rowid DESC LIMIT -1 OFFSET ?)
                    """, arguments: [capacity])
        }
    }

    /// Ends the first request with a key. If no response was stored, the next request with the key is the first again.
    func release(_ slot: Slot) {
        inProgress.withLock { _ = $0.remove(slot) }
    }

    private func find(_ slot: Slot, _ fingerprint: Data) async throws -> Admission {
        let oldest = Timestamp(now()) - lifetime
        return try await database.read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM stored_responses WHERE user_id IS ? AND key = ? AND stored_at > ?",
                arguments: [slot.userID, slot.key.text, oldest])
            guard let row else { return .first }
            guard row["fingerprint"] == fingerprint else { return .reused }
            return .replayed(try StoredResponse(row: row))
        }
    }
}
