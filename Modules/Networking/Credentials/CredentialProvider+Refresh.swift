import Foundation
import Primitives

extension CredentialProvider {
    /// Refreshes `old` and resumes all waiting calls.
    func refresh(_ old: RefreshMachine.Numbered, reporter: CallReporter) async {
        let outcome: RefreshMachine.Outcome
        do throws(CredentialProviderFailure) {
            outcome = try await replacement(for: old.credential, reporter: reporter)
            reporter.report(.refreshFinished)
        } catch {
            reporter.report(.refreshFailed(error.cause))
            outcome = error == .loggedOut ? .refused(error) : .failed(error)
        }
        finish(outcome, time: reporter.time)
    }

    private func replacement(
        for old: BearerCredential, reporter: CallReporter
    ) async throws(CredentialProviderFailure) -> RefreshMachine.Outcome {
        try await acquireLock(reporter: reporter)
        defer { lock?.unlock() }
        var old = old
        // Another process may have used the refresh token already. A server that detects reuse ends the session.
        guard let stored = try await loadStored() else { throw .loggedOut }
        if stored.token != storedToken {
            noteStored(stored)
            guard hasExpired(stored, reporter: reporter) else {
                reporter.report(.takenFromOtherProcess)
                return .adopted(stored)
            }
            old = stored
        }
        try await reserveSpace()
        try checkThatRefreshMayBegin()
        switch await requestRefresh(of: old) {
        case .success(let refreshed): return try await save(refreshed, reporter: reporter)
        case .failure(.loggedOut): return .adopted(try await removeRefused(reporter: reporter))
        case .failure(let failure): throw failure
        }
    }

    private func loadStored() async throws(CredentialProviderFailure) -> BearerCredential? {
        do throws(CredentialStorageError) {
            return try await storage.load()
        } catch {
            throw .storage(reason: error.reason)
        }
    }

    private func reserveSpace() async throws(CredentialProviderFailure) {
        do throws(CredentialStorageError) {
            try await storage.reserveSpace()
        } catch {
            throw .storage(reason: error.reason)
        }
    }

    /// Whether `stored` has expired: this process may have been suspended since another one stored it.
    private func hasExpired(_ stored: BearerCredential, reporter: CallReporter) -> Bool {
        guard let end = stored.expiresAt, stored.refreshToken != nil else { return false }
        return end <= reporter.time.now
    }

    /// The next credential. Fails with `.loggedOut` only if the refresh token is missing or refused by the server.
    private func requestRefresh(of old: BearerCredential) async -> Result<BearerCredential, CredentialProviderFailure> {
        guard old.refreshToken != nil else { return .failure(.loggedOut) }
        do throws(NetworkError) {
            return .success(try await refresher.refresh(old))
        } catch {
            return .failure(error.cause == .loggedOut ? .loggedOut : .refresh(error))
        }
    }

    private func save(
        _ refreshed: BearerCredential, reporter: CallReporter
    ) async throws(CredentialProviderFailure) -> RefreshMachine.Outcome {
        // If the session ended meanwhile, the code that ended it cleared the storage, which may contain a new login.
        guard credential != nil else { throw .loggedOut }
        do throws(CredentialStorageError) {
            if try await storage.save(refreshed, replacing: storedToken) {
                noteStored(refreshed)
                return .refreshed(refreshed)
            }
            // A login was stored meanwhile. The shared storage takes precedence.
            guard let stored = try await storage.load() else { throw CredentialStorageError(reason: Self.gone) }
            noteStored(stored)
            reporter.report(.takenFromOtherProcess)
            return .adopted(stored)
        } catch {
            return .unsaved(refreshed, .storage(reason: error.reason))
        }
    }

    /// Removes the credential that the server refused for good and throws `.loggedOut`. Returns another credential if a
    /// login has stored one meanwhile. A failed removal is reported, not thrown: the next login overwrites the storage.
    private func removeRefused(reporter: CallReporter) async throws(CredentialProviderFailure) -> BearerCredential {
        guard credential != nil else { throw .loggedOut }
        do throws(CredentialStorageError) {
            if let stored = try await storage.clear(ifStill: storedToken) {
                noteStored(stored)
                reporter.report(.takenFromOtherProcess)
                return stored
            }
        } catch {
            reporter.report(.credentialNotRemoved(reason: error.reason))
        }
        throw .loggedOut
    }

    private static var gone: String { "The user logged out during the refresh." }
}

/// Prevents other processes from refreshing at the same time.
extension CredentialProvider {
    /// The time between two attempts to acquire the lock.
    private static var pollInterval: Duration { .milliseconds(100) }

    /// Acquires the refresh lock. Stops waiting if the session ends or the app calls ``RefreshTasks/finish()``.
    func acquireLock(reporter: CallReporter) async throws(CredentialProviderFailure) {
        guard let lock else { return }
        var hasReported = false
        while true {
            try checkThatRefreshMayBegin()
            do throws(CredentialStorageError) {
                if try await lock.tryLock() { return }
            } catch {
                throw .storage(reason: error.reason)
            }
            if !hasReported { reporter.report(.waitingForOtherProcess) }
            hasReported = true
            do { try await reporter.time.sleep(for: Self.pollInterval) } catch { throw .cancelled }
        }
    }

    /// Throws if the session has ended or the process is about to end. A request that is not sent uses up no token.
    func checkThatRefreshMayBegin() throws(CredentialProviderFailure) {
        guard credential != nil else { throw .loggedOut }
        guard !tasks.isFinishing else { throw .cancelled }
    }
}
