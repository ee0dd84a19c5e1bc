public import EngineContracts
import EngineTestSupport
import Foundation
import Models
public import Persistence
import Primitives
import TestSupport
import Testing

/// The contract that every `AuthSessionStore` fulfills.
public enum AuthSessionStoreContract {
    /// The clauses. Each needs a new, empty store.
    public static var clauses: [ContractClause<any AuthSessionStore>] {
        [
            ContractClause("a new store has no auth session") { store in
                let authSession = try await store.load()
                #expect(authSession == nil)
            },
            ContractClause("an auth session is stored with every field, in place of the one before it") { store in
                let other = try AuthSession.fixture(
                    server: "https://other.example.com", userID: "u-2", role: .admin, credential: .fixture(2))
                for authSession in try Role.allCases.map({ try AuthSession.fixture(role: $0) }) + [other] {
                    try await store.save(authSession)
                    #expect(try await store.load() == authSession)
                }
            },
            ContractClause("tokens of any length are stored byte for byte, and their expiry to the millisecond") {
                store in
                let text = "'\"\\;é\u{1F600}" + String(repeating: "0123456789abcdef", count: 4_096)
                let expiry = Date(timeIntervalSince1970: 1_767_225_600.123)
                let long = BearerCredential(token: Secret(text), refreshToken: Secret("-" + text), expiresAt: expiry)
                try await store.save(.fixture(credential: long))
                #expect(try await store.load()?.credential == long)
            },
            ContractClause("a credential without refresh token and expiry stays without them") { store in
                let bare = BearerCredential(
                    token: BearerCredential.fixture().token, refreshToken: nil, expiresAt: nil)
                try await store.save(.fixture(credential: bare))
                #expect(try await store.load()?.credential == bare)
                #expect(try await store.replaceTokens(1, with: 2) == .replaced)
                #expect(try await store.load()?.credential == .fixture(2))
            },
            ContractClause("clear removes the auth session with the named token, and is not an error if there is none")
            {
                store in
                try await store.save(.fixture(credential: .fixture(2)))
                for _ in 1...2 {
                    #expect(try await store.clear(tokens: 2) == nil)
                    #expect(try await store.load() == nil)
                }
            },
            ContractClause(
                "end removes the auth session of one login with any token, and is not an error if there is none"
            ) { store in
                try await store.save(.fixture())
                _ = try await store.replaceTokens(1, with: 2)
                for _ in 1...2 {
                    try await store.end(AuthSession.fixture().id)
                    #expect(try await store.load() == nil)
                }
            },
            ContractClause("end leaves a later login of the same account, even with the same token") { store in
                let later = try AuthSession.fixture(login: 2)
                try await store.save(.fixture())
                try await store.save(later)
                try await store.end(AuthSession.fixture().id)
                #expect(try await store.load() == later)
                #expect(try await store.endedAccount() == nil)
            },
            ContractClause("clear leaves an auth session with another token and returns it") { store in
                let stored = try AuthSession.fixture(role: .admin, credential: .fixture(2))
                try await store.save(stored)
                #expect(try await store.clear(tokens: 1) == stored)
                #expect(try await store.load() == stored)
            },
            ContractClause("clear and replaceTokens leave the auth session of another server or user") { store in
                let stored = try AuthSession.fixture(server: "https://api.example.com", userID: "u-1")
                try await store.save(stored)
                for (server, userID) in [("https://api.example.com:8443", "u-1"), ("https://api.example.com", "U-1")] {
                    #expect(try await store.clear(tokens: 1, server: server, userID: userID) == stored)
                    #expect(try await store.replaceTokens(1, with: 2, server: server, userID: userID) == .gone)
                    #expect(try await store.load() == stored)
                }
            },
            ContractClause("endedAccount returns no account that is logged in or was never logged in") { store in
                #expect(try await store.endedAccount() == nil)
                try await store.save(.fixture())
                #expect(try await store.endedAccount() == nil)
            },
            ContractClause("an account outlives its session, whether that was cleared, ended or replaced") { store in
                for isLogout in [true, false] {
                    try await store.save(.fixture())
                    #expect(try await store.endedAccount() == nil)
                    if isLogout {
                        try await store.end(AuthSession.fixture().id)
                    } else {
                        _ = try await store.clear(tokens: 1)
                    }
                    #expect(try await store.endedAccount() == .fixture())
                }
                try await store.save(.fixture(userID: "u-2"))
                try await store.save(.fixture())
                #expect(try await store.endedAccount() == .fixture(userID: "u-2"))
                #expect(try await store.endedAccount(at: "https://other.example.com") == nil)
            },
            ContractClause("the account whose session ended last comes first, and those before it follow") { store in
                let ids = ["u-2", "u-1", "u-3"]
                for id in ids {
                    try await store.save(.fixture(userID: id))
                    _ = try await store.clear(tokens: 1, userID: id)
                }
                for id in ids.reversed() {
                    let account = try AccountID.fixture(userID: id)
                    #expect(try await store.endedAccount() == account)
                    #expect(try await store.removeAccount(account))
                }
                #expect(try await store.endedAccount() == nil)
            },
            ContractClause("removeAccount leaves the account of the stored session, and accounts with other names") {
                store in
                let stored = try AuthSession.fixture(userID: "u-2")
                try await store.save(.fixture())
                try await store.save(stored)
                for other in try [
                    AccountID.fixture(userID: "U-1"), .fixture(server: "https://other.example.com"), stored.account,
                ] {
                    #expect(try await store.removeAccount(other) == false)
                }
                #expect(try await store.load() == stored)
                #expect(try await store.endedAccount() == .fixture())
                #expect(try await store.removeAccount(.fixture()))
                #expect(try await store.removeAccount(.fixture()) == false)
                #expect(try await store.endedAccount() == nil)
                #expect(try await store.load() == stored)
            },
            ContractClause("replaceTokens changes the tokens and nothing else") { store in
                try await store.save(.fixture(role: .admin))
                #expect(try await store.replaceTokens(1, with: 2) == .replaced)
                #expect(try await store.load() == .fixture(role: .admin, credential: .fixture(2)))
            },
            ContractClause("replaceTokens leaves tokens other than the expected ones") { store in
                try await store.save(.fixture(credential: .fixture(2)))
                #expect(try await store.replaceTokens(1, with: 3) == .superseded)
                #expect(try await store.load() == .fixture(credential: .fixture(2)))
            },
            ContractClause("replaceTokens does not restore an auth session after a logout") { store in
                try await store.save(.fixture())
                try await store.end(AuthSession.fixture().id)
                #expect(try await store.replaceTokens(1, with: 2) == .gone)
                #expect(try await store.load() == nil)
            },
            ContractClause("after a concurrent logout and refresh no auth session is stored") { store in
                let old = try AuthSession.fixture()
                for _ in 1...25 {
                    try await store.save(old)
                    async let replacement = store.replaceTokens(1, with: 2)
                    async let end: Void = store.end(old.id)
                    _ = try await (replacement, end)
                    #expect(try await store.load() == nil)
                }
            },
            ContractClause("a login survives the concurrent end of the previous session") { store in
                let (old, new) = (
                    try AuthSession.fixture(), try AuthSession.fixture(login: 2, role: .admin, credential: .fixture(2))
                )
                for _ in 1...25 {
                    try await store.save(old)
                    async let left = store.clear(tokens: 1)
                    async let saved: Void = store.save(new)
                    let stored = try await (left, saved).0
                    #expect(stored == nil || stored == new)
                    #expect(try await store.load() == new)
                    try await store.save(old)
                    async let end: Void = store.end(old.id)
                    async let savedAgain: Void = store.save(new)
                    _ = try await (end, savedAgain)
                    #expect(try await store.load() == new)
                }
            },
            ContractClause("exactly one of a hundred concurrent refreshes succeeds, and is stored completely") {
                store in
                try await store.save(.fixture())
                let outcomes = try await concurrently(2...101) { try await store.replaceTokens(1, with: $0) }
                #expect(outcomes.count { $0 == .replaced } == 1)
                let stored = try #require(try await store.load()).credential
                #expect((2...101).contains { stored == .fixture($0) })
            },
            ContractClause("a cancelled task throws .cancelled and changes nothing") { store in
                let stored = try AuthSession.fixture()
                try await store.save(stored)
                await expectCancelled { _ = try await store.load() }
                await expectCancelled { try await store.save(.fixture(credential: .fixture(2))) }
                await expectCancelled { _ = try await store.replaceTokens(1, with: 2) }
                await expectCancelled { _ = try await store.clear(tokens: 1) }
                await expectCancelled { try await store.end(stored.id) }
                await expectCancelled { _ = try await store.endedAccount() }
                await expectCancelled { try await store.removeAccount(stored.account) }
                #expect(try await store.load() == stored)
            },
        ]
    }
}

extension AuthSessionStore {
    /// Replaces one fixture credential with another.
    func replaceTokens(
        _ old: Int, with new: Int, server: String = "https://api.example.com", userID: String = "u-1"
    ) async throws -> TokenReplacement {
        try await replaceTokens(
            BearerCredential.fixture(old).token, with: .fixture(new), server: server, userID: .fixture(userID))
    }

    /// The account of the fixtures' server whose session ended last.
    fileprivate func endedAccount() async throws -> AccountID? {
        try await endedAccount(at: "https://api.example.com")
    }

    /// Clears the auth session with this fixture credential.
    func clear(
        tokens generation: Int, server: String = "https://api.example.com", userID: String = "u-1"
    ) async throws -> AuthSession? {
        try await clear(
            server: server, userID: .fixture(userID), ifStill: BearerCredential.fixture(generation).token)
    }
}

/// Runs `body` in a task that is already cancelled, and expects ``StoreError/cancelled``.
func expectCancelled(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () async throws -> Void
) async {
    await #expect(throws: StoreError.cancelled, sourceLocation: sourceLocation) { try await inCancelledTask(body) }
}
