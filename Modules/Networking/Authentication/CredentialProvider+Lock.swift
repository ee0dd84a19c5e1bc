import Primitives

/// Keeping other processes from refreshing at the same time.
extension CredentialProvider {
    /// Between two attempts to take the lock.
    private static var pollInterval: Duration { .milliseconds(100) }

    /// Waits for the refresh lock, without holding up the end of the session or of the process.
    func takeLock(context: CallContext) async throws(CredentialProviderFailure) {
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

    /// Throws where the session, or the process, is about to end: a request that is not sent spends no token.
    func checkThatRefreshMayBegin() throws(CredentialProviderFailure) {
        guard credential != nil else { throw .loggedOut }
        guard !tasks.isFinishing else { throw .cancelled }
    }
}
