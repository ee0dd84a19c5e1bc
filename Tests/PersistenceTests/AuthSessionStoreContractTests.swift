import ContractSuites
import EngineContracts
import EngineTestSupport
import Foundation
import Models
import Persistence
import Primitives
import Testing

/// Shows that the contract rejects faulty stores. A suite that every store passes proves nothing.
@Suite("AuthSessionStoreContract") struct AuthSessionStoreContractTests {
    /// A store with one fault.
    private struct FaultyAuthSessionStore: AuthSessionStore {
        enum Fault: CaseIterable, Sendable {
            case keepsFirst, forgetsRole, cutsTokens, renewsAnyServer, renewsAnybody, revives, deniesRefresh
            case resetsRole, keepsAfterClear, ignoresCancellation, renewsAnything
            case clearsAnyServer, clearsAnybody, clearsNewTokens, clearsFirstTokensOnly, hidesWhatIsLeft
            case looksBeforeItClears, forgetsBareTokens, renewsTheID, endsAnyLogin, endsFirstTokensOnly
            case looksBeforeItEnds, endsNothing
            case forgetsEndedAccounts, endsAtAnyServer, endsTheCurrentAccount, keepsAccounts, removesTheCurrentAccount
            case removesAnyAccount
        }

        let fault: Fault
        let base = InMemoryAuthSessionStore()

        func load() async throws(StoreError) -> AuthSession? {
            guard let stored = try await base.load() else { return nil }
            switch fault {
            case .forgetsRole: return stored.with(role: .member)
            case .cutsTokens:
                let access = Secret(String(stored.credential.token.reveal().prefix(255)))
                return stored.with(
                    credential: BearerCredential(
                        token: access, refreshToken: stored.credential.refreshToken,
                        expiresAt: stored.credential.expiresAt))
            case .forgetsBareTokens:
                return stored.credential.refreshToken == nil ? nil : stored
            default: return stored
            }
        }

        func save(_ authSession: AuthSession) async throws(StoreError) {
            if fault == .ignoresCancellation {
                return await Task.detached { [base] in _ = try? await base.save(authSession) }.value
            }
            if fault == .keepsFirst, try await base.load() != nil { return }
            // The clearing task reads first, so that the fault shows on a busy machine too.
            for _ in 0..<1_000 where fault == .looksBeforeItClears || fault == .looksBeforeItEnds { await Task.yield() }
            try await base.save(authSession)
        }

        func replaceTokens(
            _ old: Secret<String>, with credential: BearerCredential, server: String, userID: UserID
        ) async throws(StoreError) -> TokenReplacement {
            guard let stored = try await base.load() else {
                guard fault == .revives else { return .gone }
                try await base.save(
                    AuthSession(id: UUID(), server: server, userID: userID, role: .member, credential: credential))
                return .replaced
            }
            let isSameServer = fault == .renewsAnyServer || stored.server == server
            let isSameUser = fault == .renewsAnybody || stored.userID == userID
            guard isSameServer, isSameUser else { return .gone }
            guard fault == .renewsAnything || stored.credential.token == old else { return .superseded }
            try await base.save(
                stored.with(
                    id: fault == .renewsTheID ? UUID() : nil, role: fault == .resetsRole ? .member : nil,
                    credential: credential))
            return fault == .deniesRefresh ? .superseded : .replaced
        }

        func clear(
            server: String, userID: UserID, ifStill access: Secret<String>
        ) async throws(StoreError) -> AuthSession? {
            guard let stored = try await base.load(), fault != .keepsAfterClear else { return nil }
            let server = fault == .clearsAnyServer ? stored.server : server
            let userID = fault == .clearsAnybody ? stored.userID : userID
            switch fault {
            case .clearsNewTokens:
                return try await base.clear(server: server, userID: userID, ifStill: stored.credential.token)
            case .clearsFirstTokensOnly:
                return try await base.clear(server: server, userID: userID, ifStill: BearerCredential.fixture().token)
            case .hidesWhatIsLeft:
                _ = try await base.clear(server: server, userID: userID, ifStill: access)
                return nil
            case .looksBeforeItClears:
                guard stored.server == server, stored.userID == userID, stored.credential.token == access
                else { return stored }
                try await waitForChange(of: stored)
                try await endWhateverIsStored()
                return nil
            default: break
            }
            return try await base.clear(server: server, userID: userID, ifStill: access)
        }

        func end(_ session: AuthSession.ID) async throws(StoreError) {
            switch fault {
            case .endsNothing: break
            case .endsAnyLogin: try await endWhateverIsStored()
            case .endsFirstTokensOnly:
                guard let stored = try await base.load(), stored.id == session else { return }
                _ = try await base.clear(
                    server: stored.server, userID: stored.userID, ifStill: BearerCredential.fixture().token)
            case .looksBeforeItEnds:
                guard let stored = try await base.load(), stored.id == session else { return }
                try await waitForChange(of: stored)
                try await endWhateverIsStored()
            default: try await base.end(session)
            }
        }

        private func waitForChange(of stored: AuthSession) async throws(StoreError) {
            for _ in 0..<20_000 where try await base.load() == stored { await Task.yield() }
        }

        private func endWhateverIsStored() async throws(StoreError) {
            if let stored = try await base.load() { try await base.end(stored.id) }
        }

        func endedAccount(at server: String) async throws(StoreError) -> AccountID? {
            let ended = try await base.endedAccount(at: server)
            switch fault {
            case .forgetsEndedAccounts: return nil
            case .endsAtAnyServer:
                return try await ended == nil ? base.endedAccount(at: "https://api.example.com") : ended
            case .endsTheCurrentAccount: return try await ended == nil ? base.load()?.account : ended
            default: return ended
            }
        }

        func removeAccount(_ account: AccountID) async throws(StoreError) -> Bool {
            switch fault {
            case .keepsAccounts: return try await base.endedAccount(at: account.server) == account
            case .removesTheCurrentAccount:
                if let stored = try await base.load(), stored.account == account { try await base.end(stored.id) }
                return try await base.removeAccount(account)
            case .removesAnyAccount:
                return try await base.removeAccount(base.endedAccount(at: account.server) ?? account)
            default: return try await base.removeAccount(account)
            }
        }
    }

    @Test("a store with one fault breaks at least one clause", arguments: FaultyAuthSessionStore.Fault.allCases)
    private func notices(fault: FaultyAuthSessionStore.Fault) async throws {
        try await expectBreach(of: AuthSessionStoreContract.clauses) { FaultyAuthSessionStore(fault: fault) }
    }
}

extension AuthSession {
    fileprivate func with(id: ID? = nil, role: Role? = nil, credential: BearerCredential? = nil) -> AuthSession {
        AuthSession(
            id: id ?? self.id, server: server, userID: userID, role: role ?? self.role,
            credential: credential ?? self.credential)
    }
}
