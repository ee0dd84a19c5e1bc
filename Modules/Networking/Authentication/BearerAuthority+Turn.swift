import Primitives

/// Taking turns with other processes.
extension BearerAuthority {
    enum Turn {
        /// This process's turn: to renew what it has, or what it found.
        case renew(BearerCredential)
        /// Another process has renewed it already.
        case adopt(BearerCredential)
    }

    /// Between two looks whether another process has finished.
    private static var look: Duration { .milliseconds(100) }

    /// Waits until it is this process's turn or none is needed. That comes to an end: who has the turn finishes, or
    /// dies, and then its lease runs out.
    func takeTurn(
        for old: BearerCredential, context: CallContext
    ) async throws(AuthorityFailure) -> Turn {
        var (old, hasTold) = (old, false)
        while credential != nil {
            switch try await claim(context: context) {
            case .ours: return .renew(old)
            case .signedOut: throw .signedOut
            case .superseded(let stored):
                noteStored(stored)
                guard hasEnded(stored, context: context) else { return .adopt(stored) }
                old = stored
            case .theirs:
                if !hasTold { context.report(.waitingForOtherProcess) }
                hasTold = true
                do { try await context.time.sleep(for: Self.look) } catch { throw .cancelled }
            }
        }
        throw .signedOut
    }

    /// Shows others that this process is alive, until the task is cancelled.
    func extendTurn(context: CallContext) -> Task<Void, Never> {
        tasks.start { [self] in
            while await sleepUntilNextPulse(on: context.time) {
                do throws(AuthorityFailure) {
                    _ = try await claim(context: context)
                } catch {
                    // The next one makes it good, or the turn is lost; saving finds that out.
                    context.report(.renewalTurnNotKept(error.cause))
                }
            }
        }
    }

    /// `false` once the task is cancelled.
    private func sleepUntilNextPulse(on time: any TimeSource) async -> Bool {
        do {
            try await time.sleep(for: max(policy.lease / 3, Self.look))
            return true
        } catch {
            return false
        }
    }

    func giveTurnBack(context: CallContext) async {
        do throws(CredentialStorageError) {
            try await storage.releaseRenewal(by: context.id)
        } catch {
            // The turn then ends with its lease.
            context.report(.renewalTurnNotKept(.credentialStorage(reason: error.reason)))
        }
    }

    private func claim(context: CallContext) async throws(AuthorityFailure) -> RenewalTurn {
        do throws(CredentialStorageError) {
            return try await storage.claimRenewal(
                of: storedToken, by: context.id, at: context.time.now, lease: policy.lease)
        } catch {
            throw .storage(reason: error.reason)
        }
    }

    /// A process that slept for a while finds what another one renewed long ago.
    private func hasEnded(_ stored: BearerCredential, context: CallContext) -> Bool {
        guard let end = stored.expiresAt, stored.refreshToken != nil else { return false }
        return end <= context.time.now
    }
}
