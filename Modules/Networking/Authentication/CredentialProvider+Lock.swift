import Primitives

/// Prevents other processes from refreshing at the same time.
extension CredentialProvider {
    /// The time between two attempts to acquire the lock.
    private static var pollInterval: Duration { .milliseconds(100) }

    /// Acquires the refresh lock. Stops waiting if the session ends or the app calls ``RefreshTasks/finish()``.
    func acquireLock(context: CallContext) async throws(CredentialProviderFailure) {
        guard let lock else { return }
        var hasReported = false
        while true {
            try checkThatRefreshMayBegin()
            do throws(CredentialStorageError) {
                if try await lock.tryLock() { return }
            } catch {
                throw .storage(reason: error.reason)
            }
            if !hasReported { context.report(.waitingForOtherProcess) }
            hasReported = true
            do { try await context.time.sleep(for: Self.pollInterval) } catch { throw .cancelled }
        }
    }

    /// Throws if the session has ended or the process is about to end. A request that is not sent uses up no token.
    func checkThatRefreshMayBegin() throws(CredentialProviderFailure) {
        guard credential != nil else { throw .loggedOut }
        guard !tasks.isFinishing else { throw .cancelled }
    }
}
