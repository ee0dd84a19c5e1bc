import Foundation
import Models
import Persistence
import Primitives
import Testing

extension SignInStoreContract {
    static var turnClauses: [ContractClause<any SignInStore>] {
        [
            ContractClause("the turn to renew is one holder's until it is given back") { store in
                try await store.save(.fixture())
                try await store.expect(.granted, by: 1)
                try await store.expect(.held, by: 2)
                try await store.expect(.granted, by: 1)
                try await store.releaseRenewal(by: SequentialIdentifierSource.identifier(2))
                try await store.expect(.held, by: 2)
                try await store.releaseRenewal(by: SequentialIdentifierSource.identifier(1))
                try await store.expect(.granted, by: 2)
            },
            ContractClause("a turn ends with its lease, which asking again extends") { store in
                try await store.save(.fixture())
                try await store.expect(.granted, by: 1, after: 0)
                try await store.expect(.granted, by: 1, after: 5)
                try await store.expect(.held, by: 2, after: 14.999)
                try await store.expect(.granted, by: 2, after: 15)
            },
            ContractClause("who looked at the clock before the holder, and asks after it, does not have the turn") {
                store in
                try await store.save(.fixture())
                try await store.expect(.granted, by: 1, after: 1)
                try await store.expect(.held, by: 2, after: 0)
            },
            ContractClause("a calendar that was set back holds nobody up") { store in
                try await store.save(.fixture())
                try await store.expect(.granted, by: 1, after: 3_600)
                try await store.expect(.granted, by: 2, after: 0)
            },
            ContractClause("a turn is no part of a sign-in: a new one, or a renewed one, has none") { store in
                try await store.save(.fixture())
                try await store.expect(.granted, by: 1)
                _ = try await store.replaceTokens(1, with: 2)
                try await store.expect(.granted, of: 2, by: 2)
                try await store.save(.fixture())
                try await store.expect(.granted, by: 3)
                _ = try await store.clear(tokens: nil)
                try await store.save(.fixture())
                try await store.expect(.granted, by: 4)
            },
            ContractClause("who asks to renew what is no longer kept is given what is, even while others renew") {
                store in
                try await store.save(.fixture(tokens: .fixture(2)))
                try await store.expect(.granted, of: 2, by: 2)
                try await store.expect(.superseded(.fixture(2)), of: 1, by: 1)
            },
            ContractClause("there is no turn for another server's or person's sign-in, nor after a sign-out") { store in
                try await store.save(.fixture())
                try await store.expect(.gone, by: 1, server: "https://other.example.com")
                try await store.expect(.gone, by: 1, userID: "u-2")
                _ = try await store.clear(tokens: nil)
                try await store.expect(.gone, by: 1)
                try await store.releaseRenewal(by: SequentialIdentifierSource.identifier(1))
            },
            ContractClause("a clear that finds other tokens leaves the turn with who has it") { store in
                try await store.save(.fixture())
                try await store.expect(.granted, by: 1)
                _ = try await store.clear(tokens: 2)
                try await store.expect(.held, by: 2)
            },
        ]
    }
}

extension SignInStore {
    /// Asks as the `number`th process, with a lease of ten seconds, `seconds` after the beginning of 2026.
    func claim(
        of generation: Int = 1, by number: UInt32, after seconds: TimeInterval = 0,
        server: String = "https://api.example.com", userID: String = "u-1"
    ) async throws -> RenewalClaim {
        try await claimRenewal(
            of: TokenPair.fixture(generation).access, server: server, userID: .fixture(userID),
            by: SequentialIdentifierSource.identifier(number),
            at: Date(timeIntervalSince1970: 1_767_225_600 + seconds), lease: .seconds(10))
    }

    fileprivate func expect(
        _ claim: RenewalClaim, of generation: Int = 1, by number: UInt32, after seconds: TimeInterval = 0,
        server: String = "https://api.example.com", userID: String = "u-1",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let given = try await self.claim(of: generation, by: number, after: seconds, server: server, userID: userID)
        #expect(given == claim, sourceLocation: sourceLocation)
    }

    /// Replaces one pair of the fixtures with another.
    func replaceTokens(
        _ old: Int, with new: Int, server: String = "https://api.example.com", userID: String = "u-1"
    ) async throws -> TokenReplacement {
        try await replaceTokens(
            TokenPair.fixture(old).access, with: .fixture(new), server: server, userID: .fixture(userID))
    }

    /// Forgets the sign-in with one pair of the fixtures, or with any.
    func clear(
        tokens generation: Int?, server: String = "https://api.example.com", userID: String = "u-1"
    ) async throws -> SignIn? {
        try await clear(
            server: server, userID: .fixture(userID), ifStill: generation.map { TokenPair.fixture($0).access })
    }
}
