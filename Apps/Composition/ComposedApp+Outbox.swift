import Primitives
import RemoteServices
public import Services

extension ComposedApp {
    /// Sends what is due in the outbox: the changes of guests, and those of the account that is logged in. Call it when the
    /// server has just responded to another call.
    ///
    /// - Parameters:
    ///   - limit: the time after which the running request is cut off. It counts as an attempt, and its change waits.
    ///   - onSlow: called if this takes longer than a second.
    public func sendDueChanges(
        within limit: Duration, onSlow: @escaping @Sendable () -> Void = {}
    ) async throws -> DueChanges {
        let timer = time.setTimer(at: time.monotonicTime + .seconds(1), onSlow)
        defer { timer.cancel() }
        let end = time.monotonicTime + limit
        let guests = await backend.guestOutbox.sendDue(until: end)
        guard let account = try await auth.restore() else { return guests }
        return try await loggedIn(as: account) { services, _ in
            guests + (await services.backend.outbox.sendDue(until: end))
        }
    }
}
