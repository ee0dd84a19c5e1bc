import Foundation
import Models
public import Persistence
import Primitives
import TestSupport
import Testing

/// What every ``AuthSessionStore`` promises.
public enum AuthSessionStoreContract {
    /// The promises; a new, empty store for each.
    public static var clauses: [ContractClause<any AuthSessionStore>] {
        keepingClauses + forgettingClauses + refreshClauses + concurrencyClauses
    }

    private static var keepingClauses: [ContractClause<any AuthSessionStore>] {
        [
            ContractClause("nobody is signed in at first") { store in
                let authSession = try await store.load()
                #expect(authSession == nil)
            },
            ContractClause("a sign-in comes back with every field") { store in
                for role in Role.allCases {
                    let authSession = try AuthSession.fixture(role: role)
                    try await store.save(authSession)
                    #expect(try await store.load() == authSession)
                }
            },
            ContractClause("tokens come back byte for byte, however long") { store in
                let text = "'\"\\;é\u{1F600}" + String(repeating: "0123456789abcdef", count: 4_096)
                let tokens = BearerCredential(token: Secret(text), refreshToken: Secret("-" + text), expiresAt: .init())
                try await store.save(.fixture(credential: tokens))
                let stored = try #require(try await store.load()).credential
                #expect(stored.token == tokens.token)
                #expect(stored.refreshToken == tokens.refreshToken)
            },
            ContractClause("the expiry comes back equal to the millisecond") { store in
                let expiry = Date(timeIntervalSince1970: 1_767_225_600.123)
                let credential = BearerCredential(token: Secret("a"), refreshToken: Secret("r"), expiresAt: expiry)
                try await store.save(.fixture(credential: credential))
                #expect(try await store.load()?.credential.expiresAt == expiry)
            },
            ContractClause("a token without a refresh token or an end comes back without them") { store in
                let bare = BearerCredential(token: Secret("a"), refreshToken: nil, expiresAt: nil)
                try await store.save(.fixture(credential: bare))
                #expect(try await store.load()?.credential == bare)
                #expect(
                    try await store.replaceTokens(
                        bare.token, with: .fixture(2), server: "https://api.example.com", userID: .fixture("u-1"))
                        == .replaced)
                #expect(try await store.load()?.credential == .fixture(2))
            },
            ContractClause("save replaces whatever was kept") { store in
                let second = try AuthSession.fixture(
                    server: "https://other.example.com", userID: "u-2", role: .admin, credential: .fixture(2))
                try await store.save(.fixture())
                try await store.save(second)
                #expect(try await store.load() == second)
            },
        ]
    }

    private static var forgettingClauses: [ContractClause<any AuthSessionStore>] {
        [
            ContractClause("clear forgets a person's sign-in whatever tokens it has, and nothing without an error") {
                store in
                try await store.save(.fixture(credential: .fixture(2)))
                for _ in 1...2 {
                    #expect(try await store.clear(tokens: nil) == nil)
                    #expect(try await store.load() == nil)
                }
            },
            ContractClause("clear forgets the tokens that it names") { store in
                try await store.save(.fixture(credential: .fixture(2)))
                #expect(try await store.clear(tokens: 2) == nil)
                #expect(try await store.load() == nil)
            },
            ContractClause("clear leaves other tokens than those that it names alone, and gives them back") { store in
                let stored = try AuthSession.fixture(role: .admin, credential: .fixture(2))
                try await store.save(stored)
                #expect(try await store.clear(tokens: 1) == stored)
                #expect(try await store.load() == stored)
            },
            ContractClause("clear leaves another server's sign-in alone, whatever tokens it has") { store in
                let stored = try AuthSession.fixture(server: "https://api.example.com")
                try await store.save(stored)
                for generation in [nil, 1] {
                    let left = try await store.clear(tokens: generation, server: "https://api.example.com:8443")
                    #expect(left == stored)
                    #expect(try await store.load() == stored)
                }
            },
            ContractClause("clear leaves another person's sign-in alone, whatever tokens it has") { store in
                let stored = try AuthSession.fixture(userID: "u-1")
                try await store.save(stored)
                for generation in [nil, 1] {
                    #expect(try await store.clear(tokens: generation, userID: "U-1") == stored)
                    #expect(try await store.load() == stored)
                }
            },
        ]
    }

    private static var refreshClauses: [ContractClause<any AuthSessionStore>] {
        [
            ContractClause("replaceTokens changes the tokens and nothing else") { store in
                try await store.save(.fixture(role: .admin))
                #expect(try await store.replaceTokens(1, with: 2) == .replaced)
                #expect(try await store.load() == .fixture(role: .admin, credential: .fixture(2)))
            },
            ContractClause("replaceTokens leaves other tokens than the expected ones alone") { store in
                try await store.save(.fixture(credential: .fixture(2)))
                #expect(try await store.replaceTokens(1, with: 3) == .superseded)
                #expect(try await store.load() == .fixture(credential: .fixture(2)))
            },
            ContractClause("replaceTokens leaves another server's sign-in alone") { store in
                let stored = try AuthSession.fixture(server: "https://api.example.com")
                try await store.save(stored)
                #expect(try await store.replaceTokens(1, with: 2, server: "https://api.example.com:8443") == .gone)
                #expect(try await store.load() == stored)
            },
            ContractClause("replaceTokens leaves another person's sign-in alone") { store in
                let stored = try AuthSession.fixture(userID: "u-1")
                try await store.save(stored)
                #expect(try await store.replaceTokens(1, with: 2, userID: "U-1") == .gone)
                #expect(try await store.load() == stored)
            },
            ContractClause("replaceTokens does not bring a session back after a sign-out") { store in
                try await store.save(.fixture())
                _ = try await store.clear(tokens: nil)
                #expect(try await store.replaceTokens(1, with: 2) == .gone)
                #expect(try await store.load() == nil)
            },
        ]
    }

    private static var concurrencyClauses: [ContractClause<any AuthSessionStore>] {
        [
            ContractClause("a sign-out and a renewal at once end signed out, whichever comes first") { store in
                let old = try AuthSession.fixture()
                for _ in 1...25 {
                    try await store.save(old)
                    async let replacement = store.replaceTokens(1, with: 2)
                    async let left = store.clear(tokens: nil)
                    _ = try await (replacement, left)
                    #expect(try await store.load() == nil)
                }
            },
            ContractClause("a sign-in survives an end of the session before it, whichever comes first") { store in
                let (old, new) = (
                    try AuthSession.fixture(), try AuthSession.fixture(role: .admin, credential: .fixture(2))
                )
                for _ in 1...25 {
                    try await store.save(old)
                    async let left = store.clear(tokens: 1)
                    async let saved: Void = store.save(new)
                    let stored = try await (left, saved).0
                    #expect(stored == nil || stored == new)
                    #expect(try await store.load() == new)
                }
            },
            ContractClause("of a hundred renewals at once one is kept, and that whole") { store in
                try await store.save(.fixture())
                let replaced = try await withThrowingTaskGroup(of: TokenReplacement.self) { group in
                    for generation in 2...101 {
                        group.addTask { try await store.replaceTokens(1, with: generation) }
                    }
                    return try await group.reduce(into: 0) { $0 += $1 == .replaced ? 1 : 0 }
                }
                #expect(replaced == 1)
                let stored = try #require(try await store.load()).credential
                #expect((2...101).contains { stored == .fixture($0) })
            },
            ContractClause("a cancelled task learns so by .cancelled, and changes nothing") { store in
                let stored = try AuthSession.fixture()
                try await store.save(stored)
                await expectCancelled { _ = try await store.load() }
                await expectCancelled { try await store.save(.fixture(credential: .fixture(2))) }
                await expectCancelled { _ = try await store.replaceTokens(1, with: 2) }
                await expectCancelled { _ = try await store.clear(tokens: nil) }
                #expect(try await store.load() == stored)
            },
        ]
    }
}

extension AuthSessionStore {
    /// Replaces one pair of the fixtures with another.
    func replaceTokens(
        _ old: Int, with new: Int, server: String = "https://api.example.com", userID: String = "u-1"
    ) async throws -> TokenReplacement {
        try await replaceTokens(
            BearerCredential.fixture(old).token, with: .fixture(new), server: server, userID: .fixture(userID))
    }

    /// Forgets the sign-in with one pair of the fixtures, or with any.
    func clear(
        tokens generation: Int?, server: String = "https://api.example.com", userID: String = "u-1"
    ) async throws -> AuthSession? {
        try await clear(
            server: server, userID: .fixture(userID), ifStill: generation.map { BearerCredential.fixture($0).token })
    }
}
