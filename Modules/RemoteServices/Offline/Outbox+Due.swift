import Networking
import Persistence
import Primitives
public import Services

extension Outbox {
    /// Sends what is due, for a process that ends soon, such as a command.
    ///
    /// Sends nothing while another process does, because that process sends these changes too, and nothing to a server without
    /// idempotency keys, because a request that is cut off could take effect twice there.
    ///
    /// - Parameter moment: the monotonic time at which the running request is cut off. It counts as an attempt, and its
    ///   change waits.
    public func sendDue(until moment: Duration) async -> DueChanges {
        var result = Pass()
        do throws(StoreError) {
            guard machine.usesKeys, try await store.next(of: owner, after: 0, at: time.now) != nil,
                try await tryLock()
            else { return DueChanges() }
            defer { lock.unlock() }
            try await sendEach(&result, until: moment)
        } catch {
            link.report(LocalCopyNotUpdated(reason: error.userMessage))
        }
        return DueChanges(sent: result.sent, parked: result.parked)
    }
}
