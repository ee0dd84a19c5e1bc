import Foundation
import Primitives

extension CredentialProvider {
    /// Renews `old` and answers everybody who waits.
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
        try await takeLock(context: context)
        defer { lock?.unlock() }
        var old = old
        // Another process may have spent the refresh token already. Showing it again ends the session at a careful server.
        guard let stored = try await loadStored() else { throw .loggedOut }
        if stored.token != storedToken {
            noteStored(stored)
            guard hasEnded(stored, context: context) else {
                context.report(.takenFromOtherProcess)
                return .adopted(stored)
            }
            old = stored
        }
        try checkThatRefreshMayBegin()
        switch await trade(old) {
        case .success(let refreshed): return try await keep(refreshed, context: context)
        case .failure(.loggedOut): return .adopted(try await successor(context: context))
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

    /// A process that slept for a while finds what another one renewed long ago.
    private func hasEnded(_ stored: BearerCredential, context: CallContext) -> Bool {
        guard let end = stored.expiresAt, stored.refreshToken != nil else { return false }
        return end <= context.time.now
    }

    /// The next credential; `.loggedOut` if the server has judged the refresh token and found it bad. Every other failure
    /// says nothing about it.
    private func trade(_ old: BearerCredential) async -> Result<BearerCredential, CredentialProviderFailure> {
        guard old.refreshToken != nil else { return .failure(.loggedOut) }
        do throws(NetworkError) {
            return .success(try await refresher.refresh(old))
        } catch {
            return .failure(error.cause == .loggedOut ? .loggedOut : .refresh(error))
        }
    }

    private func keep(
        _ refreshed: BearerCredential, context: CallContext
    ) async throws(CredentialProviderFailure) -> RefreshMachine.Outcome {
        // Whoever ended this session has seen to the storage, and a new sign-in may be in it by now.
        guard credential != nil else { throw .loggedOut }
        do throws(CredentialStorageError) {
            if try await storage.save(refreshed, replacing: storedToken) {
                noteStored(refreshed)
                return .refreshed(refreshed)
            }
            // A login was stored meanwhile. What the processes share is what counts.
            guard let stored = try await storage.load() else { throw CredentialStorageError(reason: Self.gone) }
            noteStored(stored)
            context.report(.takenFromOtherProcess)
            return .adopted(stored)
        } catch {
            return .unsaved(refreshed, .storage(reason: error.reason))
        }
    }

    /// Forgets what the server has refused for good: it is worth nothing to anybody. If another credential is stored by now,
    /// that is good: a login has replaced the session. A failure to forget is reported and not thrown: the next login
    /// overwrites what is left.
    private func successor(context: CallContext) async throws(CredentialProviderFailure) -> BearerCredential {
        guard credential != nil else { throw .loggedOut }
        do throws(CredentialStorageError) {
            if let stored = try await storage.clear(ifStill: storedToken) {
                noteStored(stored)
                context.report(.takenFromOtherProcess)
                return stored
            }
        } catch {
            context.report(.credentialNotForgotten(reason: error.reason))
        }
        throw .loggedOut
    }

    private static var gone: String { "Somebody signed out meanwhile." }
}
