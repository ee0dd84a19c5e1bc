import Foundation
import Primitives

extension BearerAuthority {
    /// Renews `old` and answers everybody who waits.
    func renew(_ old: RefreshMachine.Numbered, context: CallContext) async {
        let outcome: RefreshMachine.Outcome
        do throws(AuthorityFailure) {
            outcome = try await replacement(for: old.credential, context: context)
            context.report(.refreshFinished)
        } catch {
            context.report(.refreshFailed(error.cause))
            outcome = error == .signedOut ? .refused(error) : .failed(error)
        }
        finish(outcome, time: context.time)
    }

    private func replacement(
        for old: BearerCredential, context: CallContext
    ) async throws(AuthorityFailure) -> RefreshMachine.Outcome {
        try await takeLock(context: context)
        defer { lock?.unlock() }
        var old = old
        // Another process may have spent the refresh token already. Showing it again ends the session at a careful server.
        guard let stored = try await loadStored() else { throw .signedOut }
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
        case .success(let renewed): return try await keep(renewed, context: context)
        case .failure(.signedOut): return .adopted(try await successor(context: context))
        case .failure(let failure): throw failure
        }
    }

    private func loadStored() async throws(AuthorityFailure) -> BearerCredential? {
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

    /// The next credential; `.signedOut` if the server has judged the refresh token and found it bad. Every other failure
    /// says nothing about it.
    private func trade(_ old: BearerCredential) async -> Result<BearerCredential, AuthorityFailure> {
        guard old.refreshToken != nil else { return .failure(.signedOut) }
        do throws(NetworkError) {
            return .success(try await refresher.refresh(old))
        } catch {
            return .failure(error.cause == .signedOut ? .signedOut : .renewal(error))
        }
    }

    private func keep(
        _ renewed: BearerCredential, context: CallContext
    ) async throws(AuthorityFailure) -> RefreshMachine.Outcome {
        // Whoever ended this session has seen to the storage, and a new sign-in may be in it by now.
        guard credential != nil else { throw .signedOut }
        do throws(CredentialStorageError) {
            if try await storage.save(renewed, replacing: storedToken) {
                noteStored(renewed)
                return .renewed(renewed)
            }
            // A login was stored meanwhile. What the processes share is what counts.
            guard let stored = try await storage.load() else { throw CredentialStorageError(reason: Self.gone) }
            noteStored(stored)
            context.report(.takenFromOtherProcess)
            return .adopted(stored)
        } catch {
            return .unsaved(renewed, .storage(reason: error.reason))
        }
    }

    /// Forgets what the server has refused for good: it is worth nothing to anybody. If another credential is stored by now,
    /// that is good: a login has replaced the session. A failure to forget is reported and not thrown: the next login
    /// overwrites what is left.
    private func successor(context: CallContext) async throws(AuthorityFailure) -> BearerCredential {
        guard credential != nil else { throw .signedOut }
        do throws(CredentialStorageError) {
            if let stored = try await storage.clear(ifStill: storedToken) {
                noteStored(stored)
                context.report(.takenFromOtherProcess)
                return stored
            }
        } catch {
            context.report(.credentialNotForgotten(reason: error.reason))
        }
        throw .signedOut
    }

    private static var gone: String { "Somebody signed out meanwhile." }
}
