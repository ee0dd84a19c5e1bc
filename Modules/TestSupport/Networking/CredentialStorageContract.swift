import Foundation
public import Networking
import Primitives
import Testing

/// What every ``CredentialStorage`` promises.
public enum CredentialStorageContract {
    /// The promises; each needs a new storage in which a sign-in has kept the first credential of the fixtures.
    public static var clauses: [ContractClause<any CredentialStorage>] {
        keepingClauses + forgettingClauses + concurrencyClauses
    }

    private static var keepingClauses: [ContractClause<any CredentialStorage>] {
        [
            ContractClause("what the sign-in kept is there, with every part") { storage in
                let kept = try await storage.load()
                #expect(kept == .fixture(1))
            },
            ContractClause("save replaces the credential, with every part") { storage in
                try await storage.save(.fixture(2))
                #expect(try await storage.load() == .fixture(2))
                try await storage.save(.fixture(3))
                #expect(try await storage.load() == .fixture(3))
            },
            ContractClause("the same credential may be saved twice") { storage in
                try await storage.save(.fixture(2))
                try await storage.save(.fixture(2))
                #expect(try await storage.load() == .fixture(2))
            },
            ContractClause("tokens come back byte for byte, however long") { storage in
                let text = "'\"\\;é\u{1F600}" + String(repeating: "0123456789abcdef", count: 4_096)
                let long = BearerCredential(
                    token: Secret(text), refreshToken: Secret("-" + text),
                    expiresAt: BearerCredential.fixture().expiresAt)
                try await storage.save(long)
                #expect(try await storage.load() == long)
            },
            ContractClause("the expiry comes back equal to the millisecond") { storage in
                let expiry = Date(timeIntervalSince1970: 1_767_225_600.123)
                try await storage.save(
                    BearerCredential(token: Secret("a"), refreshToken: Secret("r"), expiresAt: expiry))
                let kept = try #require(try await storage.load()?.expiresAt)
                #expect(abs(kept.timeIntervalSince(expiry)) < 0.000_5)
            },
        ]
    }

    private static var forgettingClauses: [ContractClause<any CredentialStorage>] {
        [
            ContractClause("clear forgets the credential, and nothing without an error") { storage in
                try await storage.clear()
                #expect(try await storage.load() == nil)
                try await storage.clear()
                #expect(try await storage.load() == nil)
            },
            ContractClause("a save that comes after clear throws and keeps nothing") { storage in
                try await storage.clear()
                await #expect(throws: CredentialStorageError.self) { try await storage.save(.fixture(2)) }
                #expect(try await storage.load() == nil)
            },
            ContractClause("an error's reason is a sentence without any part of the credential") { storage in
                try await storage.clear()
                let error = await #expect(throws: CredentialStorageError.self) { try await storage.save(.fixture(2)) }
                let reason = try #require(error?.reason)
                #expect(reason.hasSuffix("."))
                #expect(!reason.contains("access-2") && !reason.contains("refresh-2"))
            },
        ]
    }

    private static var concurrencyClauses: [ContractClause<any CredentialStorage>] {
        [
            ContractClause("of many saves at once one is kept whole") { storage in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for generation in 2...40 {
                        group.addTask { try await storage.save(.fixture(generation)) }
                        group.addTask {
                            let seen = try #require(try await storage.load())
                            #expect((1...40).contains { seen == .fixture($0) })
                        }
                    }
                    try await group.waitForAll()
                }
                let kept = try #require(try await storage.load())
                #expect((2...40).contains { kept == .fixture($0) })
            }
        ]
    }
}
