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
        finish(outcome, at: context.time.uptime)
    }

    private func replacement(
        for old: BearerCredential, context: CallContext
    ) async throws(AuthorityFailure) -> RefreshMachine.Outcome {
        // Showing a refresh token that another process has spent makes a careful server end the whole session.
        switch try await takeTurn(for: old, context: context) {
        case .adopt(let stored):
            context.report(.takenFromOtherProcess)
            return .adopted(stored)
        case .renew(let old):
            do throws(AuthorityFailure) {
                return try await renewInTurn(old, context: context)
            } catch {
                await giveTurnBack(context: context)
                throw error
            }
        }
    }

    private func renewInTurn(
        _ old: BearerCredential, context: CallContext
    ) async throws(AuthorityFailure) -> RefreshMachine.Outcome {
        let pulse = extendTurn(context: context)
        let answer = await trade(old)
        pulse.cancel()
        // What it is about to write must not come after the turn was given back.
        await pulse.value
        switch answer {
        case .success(let renewed): return try await keep(renewed, context: context)
        case .failure(.signedOut): return .adopted(try await successor(context: context))
        case .failure(let failure): throw failure
        }
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
            // Our turn ran out, and another process took over; or somebody signed in anew. What they share is what counts.
            guard let stored = try await storage.load() else { throw CredentialStorageError(reason: Self.gone) }
            noteStored(stored)
            context.report(.takenFromOtherProcess)
            return .adopted(stored)
        } catch {
            await giveTurnBack(context: context)
            return .unsaved(renewed, .storage(reason: error.reason))
        }
    }

    /// Forgets what the server has refused for good: it is worth nothing to anybody. If another credential is kept by now,
    /// that is good: our turn may have run out while we were asking and another process taken over, or somebody has signed
    /// in anew. A failure to forget is told and not thrown: the next sign-in overwrites what is left.
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
