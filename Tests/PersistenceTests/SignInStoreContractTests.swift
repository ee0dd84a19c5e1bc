import ContractSuites
import Foundation
import Models
import Persistence
import Primitives
import TestSupport
import Testing

/// That the contract fails where a store is wrong: a suite that passes for everything proves nothing.
@Suite("SignInStoreContract") struct SignInStoreContractTests {
    /// A store that is right but for one thing.
    private struct FaultySignInStore: SignInStore {
        enum Fault: CaseIterable, Sendable {
            case keepsFirst, forgetsRole, cutsTokens, renewsAnyServer, renewsAnybody, revives, deniesRenewal
            case resetsRole, keepsAfterClear, ignoresCancellation, renewsAnything
            case clearsAnyServer, clearsAnybody, clearsNewTokens, clearsFirstTokensOnly, hidesWhatIsLeft
            case looksBeforeItClears, forgetsBareTokens
        }

        let fault: Fault
        let base = InMemorySignInStore()

        func load() async throws(StoreError) -> SignIn? {
            guard let kept = try await base.load() else { return nil }
            switch fault {
            case .forgetsRole:
                return SignIn(server: kept.server, userID: kept.userID, role: .member, credential: kept.credential)
            case .cutsTokens:
                let access = Secret(String(kept.credential.token.reveal().prefix(255)))
                let credential = BearerCredential(
                    token: access, refreshToken: kept.credential.refreshToken, expiresAt: kept.credential.expiresAt)
                return SignIn(server: kept.server, userID: kept.userID, role: kept.role, credential: credential)
            case .forgetsBareTokens:
                return kept.credential.refreshToken == nil ? nil : kept
            default: return kept
            }
        }

        func save(_ signIn: SignIn) async throws(StoreError) {
            if fault == .ignoresCancellation {
                return await Task.detached { [base] in _ = try? await base.save(signIn) }.value
            }
            if fault == .keepsFirst, try await base.load() != nil { return }
            // Whoever clears gets its look first, so that the fault shows on a busy machine too.
            for _ in 0..<1_000 where fault == .looksBeforeItClears { await Task.yield() }
            try await base.save(signIn)
        }

        func replaceTokens(
            _ old: Secret<String>, with credential: BearerCredential, server: String, userID: User.ID
        ) async throws(StoreError) -> TokenReplacement {
            guard let kept = try await base.load() else {
                guard fault == .revives else { return .gone }
                try await base.save(SignIn(server: server, userID: userID, role: .member, credential: credential))
                return .replaced
            }
            let isSameServer = fault == .renewsAnyServer || kept.server == server
            let isSameUser = fault == .renewsAnybody || kept.userID == userID
            guard isSameServer, isSameUser else { return .gone }
            guard fault == .renewsAnything || kept.credential.token == old else { return .superseded }
            let role = fault == .resetsRole ? Role.member : kept.role
            try await base.save(SignIn(server: kept.server, userID: kept.userID, role: role, credential: credential))
            return fault == .deniesRenewal ? .superseded : .replaced
        }

        func clear(
            server: String, userID: User.ID, ifStill access: Secret<String>?
        ) async throws(StoreError) -> SignIn? {
            guard let kept = try await base.load(), fault != .keepsAfterClear else { return nil }
            let server = fault == .clearsAnyServer ? kept.server : server
            let userID = fault == .clearsAnybody ? kept.userID : userID
            switch fault {
            case .clearsNewTokens: return try await base.clear(server: server, userID: userID, ifStill: nil)
            case .clearsFirstTokensOnly:
                return try await base.clear(server: server, userID: userID, ifStill: BearerCredential.fixture().token)
            case .hidesWhatIsLeft:
                _ = try await base.clear(server: server, userID: userID, ifStill: access)
                return nil
            case .looksBeforeItClears:
                guard kept.server == server, kept.userID == userID, access == nil || kept.credential.token == access
                else { return kept }
                var looks = 0
                while try await base.load() == kept, looks < 20_000 {
                    looks += 1
                    await Task.yield()
                }
                return try await base.clear(server: server, userID: userID, ifStill: nil)
            default: break
            }
            return try await base.clear(server: server, userID: userID, ifStill: access)
        }
    }

    @Test("a store with one fault breaks at least one clause", arguments: FaultySignInStore.Fault.allCases)
    private func notices(fault: FaultySignInStore.Fault) async throws {
        try await expectBreach(of: SignInStoreContract.clauses) { FaultySignInStore(fault: fault) }
    }
}
