extension BearerAuthority {
    /// Renews `old` and answers everybody who waits.
    func renew(_ old: RefreshMachine.Numbered, context: CallContext) async {
        do throws(AuthorityFailure) {
            let (renewed, unsaved) = try await replacement(for: old.credential)
            context.report(.refreshFinished)
            // A credential that could not be saved is still the only good one: this process goes on with it, and whoever
            // waited learns that the next process won't have it.
            finish(.renewed(renewed), failure: unsaved)
        } catch {
            context.report(.refreshFailed(error.cause))
            switch error {
            case .signedOut:
                await forget(context: context)
                finish(.refused, failure: error)
            case .cancelled, .renewal, .storage:
                finish(.failed, failure: error)
            }
        }
    }

    private func replacement(
        for old: BearerCredential
    ) async throws(AuthorityFailure) -> (BearerCredential, unsaved: AuthorityFailure?) {
        // Another process may have renewed or ended the session meanwhile. Our refresh token is spent then, and showing a
        // spent one makes a careful server end the whole session.
        guard let stored = try await load() else { throw .signedOut }
        guard stored.token == old.token else { return (stored, nil) }
        let renewed = try await trade(old)
        do throws(CredentialStorageError) {
            try await storage.save(renewed)
            return (renewed, nil)
        } catch {
            return (renewed, .storage(reason: error.reason))
        }
    }

    private func trade(_ old: BearerCredential) async throws(AuthorityFailure) -> BearerCredential {
        guard old.refreshToken != nil else { throw .signedOut }
        do throws(NetworkError) {
            return try await refresher.refresh(old)
        } catch {
            // The server has judged the refresh token; every other failure says nothing about it.
            if let status = error.status, [400, 401, 403].contains(status) { throw .signedOut }
            throw .renewal(error)
        }
    }

    private func load() async throws(AuthorityFailure) -> BearerCredential? {
        do throws(CredentialStorageError) {
            return try await storage.load()
        } catch {
            throw .storage(reason: error.reason)
        }
    }

    /// A refused refresh token is worth nothing to anybody, so a failure here is told and not thrown: the next sign-in
    /// overwrites what is left.
    private func forget(context: CallContext) async {
        do throws(CredentialStorageError) {
            try await storage.clear()
        } catch {
            context.report(.credentialNotForgotten(reason: error.reason))
        }
    }
}
