import Foundation
import Models
import Persistence
import Primitives
import SQLitePersistence
import TestSupport
import Testing

@Suite("The turn to renew, over two connections") struct RenewalTurnTests {
    @Test("of two processes that ask at the same moment one has it, and both see what it keeps")
    func contention() async throws {
        try await withDataFolder { folder in
            let databases = [try await SQLiteDatabase.open(in: folder), try await SQLiteDatabase.open(in: folder)]
            let stores = databases.map { SQLiteSignInStore($0) }
            let signIn = try SignIn.fixture()
            try await stores[0].save(signIn)
            for generation in 1...10 {
                let (old, next) = (TokenPair.fixture(generation), TokenPair.fixture(generation + 1))
                let claims = try await withThrowingTaskGroup(of: (Int, RenewalClaim).self) { group in
                    for (index, store) in stores.enumerated() {
                        group.addTask {
                            let claim = try await store.claimRenewal(
                                of: old.access, server: signIn.server, userID: signIn.userID, by: UUID(), at: .now,
                                lease: .seconds(60))
                            return (index, claim)
                        }
                    }
                    return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
                }
                let winner = try #require(claims.first { $0.value == .granted }?.key)
                #expect(claims[1 - winner] == .held)
                let replacement = try await stores[winner].replaceTokens(
                    old.access, with: next, server: signIn.server, userID: signIn.userID)
                #expect(replacement == .replaced)
                let late = try await stores[1 - winner].claimRenewal(
                    of: old.access, server: signIn.server, userID: signIn.userID, by: UUID(), at: .now,
                    lease: .seconds(60))
                #expect(late == .superseded(next))
            }
            for database in databases { try await database.close() }
        }
    }

    @Test("a sign-in through one survives what ends the session before it through the other")
    func signInAnew() async throws {
        try await withTemporaryFolder { folder in
            let databases = [try await SQLiteDatabase.open(in: folder), try await SQLiteDatabase.open(in: folder)]
            let stores = databases.map { SQLiteSignInStore($0) }
            for generation in 1...20 {
                let (old, new) = (
                    try SignIn.fixture(tokens: .fixture(generation)),
                    try SignIn.fixture(tokens: .fixture(generation + 1))
                )
                try await stores[0].save(old)
                async let left = stores[1].clear(server: old.server, userID: old.userID, ifStill: old.tokens.access)
                async let saved: Void = stores[0].save(new)
                let kept = try await (left, saved).0
                #expect(kept == nil || kept == new)
                #expect(try await stores[1].load() == new)
            }
            for database in databases { try await database.close() }
        }
    }
}
