import EngineTestSupport
import Foundation
public import Networking
import Primitives
import Testing

/// The contract that every `CredentialStorage` fulfills.
public enum CredentialStorageContract {
    /// The clauses. Each needs a new storage in which a login has stored the first fixture credential.
    public static var clauses: [ContractClause<any CredentialStorage>] {
        [
            ContractClause("the credential of the login is stored with every part") { storage in
                let stored = try await storage.load()
                #expect(stored == .fixture(1))
            },
            ContractClause("save replaces the credential, with every part") { storage in
                for generation in 2...3 {
                    let old = BearerCredential.fixture(generation - 1).token
                    let isSaved = try await storage.save(.fixture(generation), replacing: old)
                    #expect(isSaved)
                    #expect(try await storage.load() == .fixture(generation))
                }
            },
            ContractClause("a save that expects another credential changes nothing and returns false") { storage in
                let first = try await storage.save(.fixture(2), replacing: Secret("access-1"))
                let second = try await storage.save(.fixture(3), replacing: Secret("access-1"))
                #expect(first && !second)
                #expect(try await storage.load() == .fixture(2))
            },
            ContractClause("tokens of any length are stored byte for byte, and their expiry to the millisecond") {
                storage in
                let text = "'\"\\;é\u{1F600}" + String(repeating: "0123456789abcdef", count: 4_096)
                let expiry = Date(timeIntervalSince1970: 1_767_225_600.123)
                let long = BearerCredential(token: Secret(text), refreshToken: Secret("-" + text), expiresAt: expiry)
                let isSaved = try await storage.save(long, replacing: Secret("access-1"))
                #expect(isSaved)
                let stored = try #require(try await storage.load())
                #expect(stored.token == long.token && stored.refreshToken == long.refreshToken)
                #expect(try abs(#require(stored.expiresAt).timeIntervalSince(expiry)) < 0.000_5)
            },
            ContractClause("clear removes the named credential, and succeeds if none is stored") { storage in
                for _ in 1...2 {
                    let left = try await storage.clear(ifStill: Secret("access-1"))
                    #expect(left == nil)
                    #expect(try await storage.load() == nil)
                }
            },
            ContractClause("clear leaves any other credential and returns it") { storage in
                let left = try await storage.clear(ifStill: Secret("access-0"))
                #expect(left == .fixture(1))
                _ = try await storage.save(.fixture(2), replacing: Secret("access-1"))
                let next = try await storage.clear(ifStill: Secret("access-1"))
                #expect(next == .fixture(2))
                #expect(try await storage.load() == .fixture(2))
            },
            ContractClause(
                "a save after clear stores nothing, and throws a sentence without any part of the credential"
            ) { storage in
                _ = try await storage.clear(ifStill: Secret("access-1"))
                let error = await #expect(throws: CredentialStorageError.self) {
                    try await storage.save(.fixture(2), replacing: Secret("access-1"))
                }
                let reason = try #require(error?.reason)
                #expect(reason.hasSuffix(".") && !reason.contains("access-2") && !reason.contains("refresh-2"))
                #expect(try await storage.load() == nil)
            },
            ContractClause(
                "exactly one of many concurrent saves over one credential succeeds, and is stored completely"
            ) { storage in
                let saves = try await concurrently(2...40) { generation in
                    try await storage.save(.fixture(generation), replacing: Secret("access-1"))
                }
                #expect(saves.count { $0 } == 1)
                let credential = try #require(try await storage.load())
                #expect((2...40).contains { credential == .fixture($0) })
            },
            ContractClause("of a concurrent clear and save, the later one changes nothing") { storage in
                for generation in 1...25 {
                    let (old, new) = (BearerCredential.fixture(generation), BearerCredential.fixture(generation + 1))
                    async let clear = storage.clear(ifStill: old.token)
                    async let save = storage.save(new, replacing: old.token)
                    let isSaved: Bool
                    // A save after the clear throws, because nothing is stored any more.
                    do { isSaved = try await save } catch is CredentialStorageError { isSaved = false }
                    let left = try await clear
                    #expect(left == (isSaved ? new : nil))
                    #expect(try await storage.load() == left)
                    if !isSaved { return }
                }
            },
        ]
    }
}

/// The contract that every `RefreshLock` fulfills.
public enum RefreshLockContract {
    /// The clauses. Each needs two locks that represent two processes on one storage, or one lock for both.
    public static var clauses: [ContractClause<(any RefreshLock, any RefreshLock)>] {
        [
            ContractClause("only one process holds the lock until it is released") { first, second in
                let isLocked = try await first.tryLock()
                #expect(isLocked)
                #expect(try await !second.tryLock())
                #expect(try await !first.tryLock(), "two credential providers may share one lock")
                first.unlock()
                #expect(try await second.tryLock())
                #expect(try await !first.tryLock())
            },
            ContractClause("a lock can be acquired repeatedly") { first, second in
                for _ in 1...100 {
                    for lock in [first, second] {
                        let isLocked = try await lock.tryLock()
                        #expect(isLocked)
                        lock.unlock()
                    }
                }
            },
            ContractClause("exactly one of many concurrent attempts acquires the lock") { first, second in
                let attempts = try await concurrently(1...40) { number in
                    try await (number.isMultiple(of: 2) ? first : second).tryLock()
                }
                #expect(attempts.count { $0 } == 1)
            },
        ]
    }
}
