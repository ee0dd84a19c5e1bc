import Foundation
import Primitives

extension CredentialProvider {
    /// Refreshes `old` and resumes all waiting calls.
    func refresh(_ old: RefreshMachine.Numbered, context: CallContext) async {
        let outcome: RefreshMachine.Outcome
        do throws(CredentialProviderFailure) {
            outcome = try await replacement(for: old.credential, context: context)
            context.report(.refreshFinished)
        } catch {
            context.report(.refreshFailed(error.cause))
            outcome = error == .loggedOut ? .refused(error) : .failed(error)
        }
        finish(outcome, time: context.time)
    }

    private func replacement(
        for old: BearerCredential, context: CallContext
    ) async throws(CredentialProviderFailure) -> RefreshMachine.Outcome {
        try await acquireLock(context: context)
        defer { lock?.unlock() }
        var old = old
        // Another process may have used the refresh token already. A server that detects reuse ends the session.
        guard let stored = try await loadStored() else { throw .loggedOut }
        if stored.token != storedToken {
            noteStored(stored)
            guard hasExpired(stored, context: context) else {
                context.report(.takenFromOtherProcess)
                return .adopted(stored)
            }
            old = stored
        }
        try await reserveSpace()
        try checkThatRefreshMayBegin()
        switch await requestRefresh(of: old) {
        case .success(let refreshed): return try await save(refreshed, context: context)
        case .failure(.loggedOut): return .adopted(try await removeRefused(context: context))
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
    private func hasExpired(_ stored: BearerCredential, context: CallContext) -> Bool {
        guard let end = stored.expiresAt, stored.refreshToken != nil else { return false }
        return end <= context.time.now
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
        _ refreshed: BearerCredential, context: CallContext
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
            context.report(.takenFromOtherProcess)
            return .adopted(stored)
        } catch {
            return .unsaved(refreshed, .storage(reason: error.reason))
        }
    }

    /// Removes the credential that the server refused for good and throws `.loggedOut`. Returns another credential if a
    /// login has stored one meanwhile. A failed removal is reported, not thrown: the next login overwrites the storage.
    private func removeRefused(context: CallContext) async throws(CredentialProviderFailure) -> BearerCredential {
        guard credential != nil else { throw .loggedOut }
        do throws(CredentialStorageError) {
            if let stored = try await storage.clear(ifStill: storedToken) {
                noteStored(stored)
                context.report(.takenFromOtherProcess)
                return stored
            }
        } catch {
            context.report(.credentialNotRemoved(reason: error.reason))
        }
        throw .loggedOut
    }

    private static var gone: String { "The user logged out during the refresh." }
}
