import Foundation
import Primitives
import Services

extension ComposedApp {
    /// Sends what is due in the outbox: the changes of the account that is logged in, and those of guests. Call it when the
    /// server has just responded to another call.
    ///
    /// Does nothing for a server without idempotency keys, because such a server could apply a change twice whose request is
    /// cut off at the limit.
    ///
    /// - Parameter limit: the time after which the running request is cut off. It is repeated under its key later.
    public func sendDueChanges(within limit: Duration) async -> DueChanges {
        let result = DueChanges()
        guard settings.idempotencyKeyLifetime > .zero else { return result }
        let sending = Task { () async throws -> DueChanges in
            var result = result
            if let account = try await auth.restore() {
                try await loggedIn(as: account) { services, _ in
                    try await result.send(services.outbox, at: time.now)
                }
            }
            try await result.send(guestOutbox, at: time.now)
            return result
        }
        let timer = time.setTimer(at: time.monotonicTime + limit) { sending.cancel() }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            do {
                return try await sending.value
            } catch {
                // The changes are still in the outbox, and the command that the user typed has succeeded.
                return result
            }
        } onCancel: {
            sending.cancel()
        }
    }
}

/// What became of the changes that were due.
public struct DueChanges: Sendable {
    /// How many the server has accepted.
    public private(set) var sent = 0
    /// How many now need a person's decision, because the server has refused them.
    public private(set) var refused = 0

    fileprivate mutating func send(_ outbox: any OutboxService, at now: Date) async throws {
        let changes = try await outbox.changes()
        guard changes.contains(where: { $0.state == .waiting && $0.nextAttempt ?? now <= now }) else { return }
        let report = try await outbox.send(now: false)
        sent += report.sent
        let parked = Set(changes.filter { $0.state != .waiting }.map(\.id))
        refused += report.left.count { $0.state != .waiting && !parked.contains($0.id) }
    }
}
