import Foundation
import Models
public import Persistence
import Primitives
import Testing

/// What every ``SignInStore`` promises.
public enum SignInStoreContract {
    /// The promises; a new, empty store for each.
    public static var clauses: [ContractClause<any SignInStore>] {
        keepingClauses + renewalClauses + concurrencyClauses
    }

    private static var keepingClauses: [ContractClause<any SignInStore>] {
        [
            ContractClause("nobody is signed in at first") { store in
                let signIn = try await store.load()
                #expect(signIn == nil)
            },
            ContractClause("a sign-in comes back with every field") { store in
                for role in Role.allCases {
                    let signIn = try SignIn.fixture(role: role)
                    try await store.save(signIn)
                    #expect(try await store.load() == signIn)
                }
            },
            ContractClause("tokens come back byte for byte, however long") { store in
                let text = "'\"\\;é\u{1F600}" + String(repeating: "0123456789abcdef", count: 4_096)
                let tokens = TokenPair(access: Secret(text), refresh: Secret("-" + text), accessExpiresAt: .init())
                try await store.save(.fixture(tokens: tokens))
                let kept = try #require(try await store.load()).tokens
                #expect(kept.access == tokens.access)
                #expect(kept.refresh == tokens.refresh)
            },
            ContractClause("the expiry comes back equal to the millisecond") { store in
                let expiry = Date(timeIntervalSince1970: 1_767_225_600.123)
                try await store.save(
                    .fixture(tokens: TokenPair(access: Secret("a"), refresh: Secret("r"), accessExpiresAt: expiry)))
                #expect(try await store.load()?.tokens.accessExpiresAt == expiry)
            },
            ContractClause("save replaces whatever was kept") { store in
                let second = try SignIn.fixture(
                    server: "https://other.example.com", userID: "u-2", role: .admin, tokens: .fixture(2))
                try await store.save(.fixture())
                try await store.save(second)
                #expect(try await store.load() == second)
            },
            ContractClause("clear forgets the sign-in, and nothing without an error") { store in
                try await store.save(.fixture())
                try await store.clear()
                try await store.clear()
                #expect(try await store.load() == nil)
            },
        ]
    }

    private static var renewalClauses: [ContractClause<any SignInStore>] {
        [
            ContractClause("replaceTokens changes the tokens and nothing else") { store in
                let old = try SignIn.fixture(role: .admin)
                try await store.save(old)
                #expect(try await store.replaceTokens(.fixture(2), server: old.server, userID: old.userID))
                #expect(try await store.load() == .fixture(role: .admin, tokens: .fixture(2)))
            },
            ContractClause("replaceTokens leaves another server's sign-in alone") { store in
                let kept = try SignIn.fixture(server: "https://api.example.com")
                try await store.save(kept)
                let isReplaced = try await store.replaceTokens(
                    .fixture(2), server: "https://api.example.com:8443", userID: kept.userID)
                #expect(!isReplaced)
                #expect(try await store.load() == kept)
            },
            ContractClause("replaceTokens leaves another person's sign-in alone") { store in
                let kept = try SignIn.fixture(userID: "u-1")
                try await store.save(kept)
                let isReplaced = try await store.replaceTokens(
                    .fixture(2), server: kept.server, userID: .fixture("U-1"))
                #expect(!isReplaced)
                #expect(try await store.load() == kept)
            },
            ContractClause("replaceTokens does not bring a session back after a sign-out") { store in
                let old = try SignIn.fixture()
                try await store.save(old)
                try await store.clear()
                let isReplaced = try await store.replaceTokens(.fixture(2), server: old.server, userID: old.userID)
                #expect(!isReplaced)
                #expect(try await store.load() == nil)
            },
        ]
    }

    private static var concurrencyClauses: [ContractClause<any SignInStore>] {
        [
            ContractClause("a sign-out and a renewal at once end signed out, whichever comes first") { store in
                let old = try SignIn.fixture()
                for _ in 1...25 {
                    try await store.save(old)
                    async let isReplaced = store.replaceTokens(.fixture(2), server: old.server, userID: old.userID)
                    async let cleared: Void = store.clear()
                    _ = try await (isReplaced, cleared)
                    #expect(try await store.load() == nil)
                }
            },
            ContractClause("of a hundred renewals at once one is kept, and that whole") { store in
                let old = try SignIn.fixture()
                try await store.save(old)
                try await withThrowingTaskGroup { group in
                    for generation in 2...101 {
                        group.addTask {
                            let isReplaced = try await store.replaceTokens(
                                .fixture(generation), server: old.server, userID: old.userID)
                            #expect(isReplaced)
                        }
                    }
                    try await group.waitForAll()
                }
                let kept = try #require(try await store.load()).tokens
                #expect((2...101).contains { kept == .fixture($0) })
            },
            ContractClause("a cancelled task learns so by .cancelled, and changes nothing") { store in
                let kept = try SignIn.fixture()
                try await store.save(kept)
                await expectCancelled { _ = try await store.load() }
                await expectCancelled { try await store.save(.fixture(tokens: .fixture(2))) }
                await expectCancelled {
                    _ = try await store.replaceTokens(.fixture(2), server: kept.server, userID: kept.userID)
                }
                await expectCancelled { try await store.clear() }
                #expect(try await store.load() == kept)
            },
        ]
    }
}
