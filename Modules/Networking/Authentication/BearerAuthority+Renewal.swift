extension BearerAuthority {
    /// Renews `old` and answers everybody who waits.
    func renew(_ old: RefreshMachine.Numbered, context: CallContext) async {
        do throws(AuthorityFailure) {
            let (renewed, unsaved) = try await replacement(for: old.credential, context: context)
            context.report(.refreshFinished)
            // A credential that could not be saved is still the only good one: this process goes on with it, and
            // whoever waited learns that the next process won't have it.
            finish(.renewed(renewed), failure: unsaved)
        } catch {
            context.report(.refreshFailed(error.cause))
            switch error {
            case .signedOut: finish(.refused, failure: error)
            case .cancelled, .renewal, .storage: finish(.failed, failure: error)
            }
        }
    }

    private func replacement(
        for old: BearerCredential, context: CallContext
    ) async throws(AuthorityFailure) -> (BearerCredential, unsaved: AuthorityFailure?) {
        // Another process may have renewed or ended the session meanwhile. Our refresh token is spent then, and showing
        // a spent one makes a careful server end the whole session.
        guard let stored = try await load() else { throw .signedOut }
        if adopt(stored, over: old) { return (stored, nil) }
        guard let renewed = try await trade(old) else { return (try await successor(of: old, context: context), nil) }
        // Whoever ended this session has seen to the storage, and a new sign-in may be in it by now.
        guard credential != nil else { throw .signedOut }
        do throws(CredentialStorageError) {
            try await storage.save(renewed)
            noteStored(renewed)
            return (renewed, nil)
        } catch {
            return (renewed, .storage(reason: error.reason))
        }
    }

    /// The next credential, or `nil` if the server has judged the refresh token and found it bad; every other failure
    /// says nothing about it.
    private func trade(_ old: BearerCredential) async throws(AuthorityFailure) -> BearerCredential? {
        guard old.refreshToken != nil else { return nil }
        do throws(NetworkError) {
            return try await refresher.refresh(old)
        } catch {
            if let status = error.status, [400, 401, 403].contains(status) { return nil }
            throw .renewal(error)
        }
    }

    /// Looks again after a refusal: another process may have spent the token while ours was under way, and its
    /// credential is good. Otherwise what is stored is worth nothing to anybody and is forgotten. A failure of that is
    /// told and not thrown: the next sign-in overwrites what is left.
    private func successor(
        of old: BearerCredential, context: CallContext
    ) async throws(AuthorityFailure) -> BearerCredential {
        guard credential != nil else { throw .signedOut }
        do throws(CredentialStorageError) {
            if let stored = try await storage.load() {
                if adopt(stored, over: old) { return stored }
                try await storage.clear()
            }
        } catch {
            context.report(.credentialNotForgotten(reason: error.reason))
        }
        throw .signedOut
    }

    private func load() async throws(AuthorityFailure) -> BearerCredential? {
        do throws(CredentialStorageError) {
            return try await storage.load()
        } catch {
            throw .storage(reason: error.reason)
        }
    }
}
