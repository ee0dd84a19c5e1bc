import Foundation
import Models
import Persistence
public import TestSupport
import Testing

/// The contract that every `UserStore` fulfils, together with the `AuthSessionStore` on the same storage.
public enum UserStoreContract {
    /// The clauses. Each needs new, empty stores.
    public static var clauses: [ContractClause<AccountStores>] {
        (keepingClauses + orderClauses + concurrencyClauses).map { clause in
            ContractClause(clause.promise) { stores in
                try await stores.authSessions.save(.fixture())
                try await clause.check(stores.users)
            }
        } + accountClauses
    }

    private static var keepingClauses: [ContractClause<any UserStore>] {
        [
            ContractClause("a user that was never saved is nil, and a new store is empty") { store in
                let unknown = try await store.user(id: .fixture("unknown"))
                #expect(unknown == nil)
                #expect(try await store.users().isEmpty)
            },
            ContractClause("a user is stored with every field") { store in
                let user = try User.completeFixture()
                try await store.save([user])
                #expect(try await store.user(id: user.id) == user)
                #expect(try await store.users() == [user])
            },
            ContractClause("absent fields stay absent") { store in
                let user = try User.fixture()
                try await store.save([user])
                #expect(try await store.user(id: user.id) == user)
            },
            ContractClause("saving a user with the same id replaces every field") { store in
                let bare = try User.fixture(id: "u-1")
                try await store.save([.completeFixture(id: "u-1")])
                try await store.save([bare])
                #expect(try await store.users() == [bare])
            },
            ContractClause("the last of two users with the same id in one batch is stored") { store in
                let last = try User.fixture(name: "Last")
                try await store.save([.fixture(name: "First"), last])
                #expect(try await store.users() == [last])
            },
            ContractClause("an empty batch changes nothing") { store in
                let user = try User.fixture()
                try await store.save([user])
                try await store.save([])
                #expect(try await store.users() == [user])
            },
            ContractClause("dates of the years 1 to 9999 are stored to the millisecond") { store in
                let milliseconds: [Double] = [
                    -62_135_596_800_000, -62_135_596_799_999, -2_208_988_800_001, -1, 0, 1, 999, 1_767_225_600_123,
                    9_223_372_036_855, 253_402_300_799_999,
                ]
                for milliseconds in milliseconds {
                    let user = try User.fixture(createdAt: Date(timeIntervalSince1970: milliseconds / 1_000))
                    try await store.save([user])
                    #expect(try await store.user(id: user.id)?.createdAt == user.createdAt)
                }
            },
            ContractClause("texts with any content are stored byte for byte") { store in
                let texts = ["", "'; DROP TABLE users; --", "e\u{301}", "\u{E9}", "a\0b", "\u{FEFF}x", "👩‍👩‍👧‍👦"]
                for text in texts {
                    let user = try User.fixture(about: text)
                    try await store.save([user])
                    let stored = try #require(try await store.user(id: user.id)?.about)
                    // Swift's == treats two encodings of é as equal, so compare bytes.
                    #expect(Array(stored.utf8) == Array(text.utf8))
                }
            },
            ContractClause("remove removes one user, and is no error if it is absent") { store in
                let (ada, grace) = (try User.fixture(id: "ada"), try User.fixture(id: "grace"))
                try await store.save([ada, grace])
                try await store.remove(id: ada.id)
                try await store.remove(id: ada.id)
                #expect(try await store.users() == [grace])
            },
        ]
    }

    private static var orderClauses: [ContractClause<any UserStore>] {
        [
            ContractClause("users are ordered by the UTF-8 bytes of their names") { store in
                // UTF-16 would order U+1D49C before U+FF21. Swift treats the first é, which is e with a combining
                // accent, as equal to the precomposed é.
                let names = [
                    "Ada", "Zoe", "ada", "e\u{301}", "z", "\u{C9}mile", "\u{E9}", "李", "\u{FF21}", "\u{1D49C}",
                ]
                let users = try names.enumerated().map { try User.fixture(id: "u-\($0)", name: $1) }
                try await store.save(users.reversed())
                #expect(try await store.users().map(\.id) == users.map(\.id))
            },
            ContractClause("users of the same name are ordered by the bytes of their ids") { store in
                let ids = ["10", "9", "B", "a", "a-b", "a.b", "a_b", "ab"]
                try await store.save(ids.shuffled().map { try .fixture(id: $0) })
                #expect(try await store.users().map(\.id.text) == ids)
            },
            ContractClause("ids that differ by case are different users") { store in
                let (small, capital) = (try User.fixture(id: "u", name: "small"), try User.fixture(id: "U"))
                try await store.save([small, capital])
                #expect(try await store.user(id: small.id) == small)
                #expect(try await store.user(id: capital.id) == capital)
            },
        ]
    }

    private static var concurrencyClauses: [ContractClause<any UserStore>] {
        [
            ContractClause("a hundred concurrent saves lose nothing") { store in
                try await withThrowingTaskGroup { group in
                    for number in 1...100 {
                        group.addTask {
                            let user = try User.fixture(id: "u-\(number)", about: "\(number)")
                            try await store.save([user])
                            #expect(try await store.user(id: user.id) == user)
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await store.users().count == 100)
            },
            ContractClause("a reader gets all of a batch or nothing of it") { store in
                try await withThrowingTaskGroup { group in
                    for batch in 1...20 {
                        group.addTask {
                            try await store.save((1...20).map { try .fixture(id: "u-\($0)", about: "\(batch)") })
                        }
                        group.addTask {
                            let users = try await store.users()
                            #expect(users.isEmpty || users.count == 20)
                            #expect(Set(users.map(\.about)).count <= 1)
                        }
                    }
                    try await group.waitForAll()
                }
            },
            ContractClause("a cancelled task throws .cancelled and changes nothing") { store in
                let stored = try User.fixture(id: "kept")
                try await store.save([stored])
                let id = stored.id
                await expectCancelled { _ = try await store.user(id: id) }
                await expectCancelled { _ = try await store.users() }
                await expectCancelled { try await store.save([.fixture(id: "late")]) }
                await expectCancelled { try await store.remove(id: id) }
                await expectCancelled { try await store.removeAll(of: .fixture()) }
                #expect(try await store.users() == [stored])
            },
        ]
    }
}

extension UserStoreContract {
    static var accountClauses: [ContractClause<AccountStores>] {
        [
            ContractClause("no account can read or remove the stored users of another") { stores in
                let ada = try User.fixture(id: "ada")
                try await stores.authSessions.save(.fixture())
                try await stores.users.save([ada])
                for other in try [
                    AccountID.fixture(userID: "U-1"), .fixture(server: "https://api.example.com:8443"),
                ] {
                    #expect(try await stores.users.user(id: ada.id, of: other) == nil)
                    #expect(try await stores.users.users(of: other) == [])
                    try await stores.users.remove(id: ada.id, of: other)
                    #expect(try await stores.users.users() == [ada])
                }
            },
            ContractClause("nothing is stored for an account that has not logged in") { stores in
                let accounts = try [
                    AccountID.fixture(), .fixture(userID: "u-2"), .fixture(server: "https://other.example.com"),
                ]
                for account in accounts {
                    try await stores.users.save([.fixture()], of: account)
                    #expect(try await stores.users.users(of: account) == [])
                }
                try await stores.authSessions.save(.fixture())
                for account in accounts.dropFirst() {
                    try await stores.users.save([.fixture()], of: account)
                    #expect(try await stores.users.users(of: account) == [])
                }
                #expect(try await stores.users.users() == [])
            },
            ContractClause("the end of a session and another login leave the stored users of the account") { stores in
                let next = try AuthSession.fixture(userID: "u-2")
                try await stores.authSessions.save(.fixture())
                try await stores.users.save([.fixture()])
                _ = try await stores.authSessions.clear(tokens: 1)
                #expect(try await stores.users.users() == [.fixture()])
                try await stores.authSessions.save(next)
                #expect(try await stores.users.users(of: next.account) == [])
                try await stores.authSessions.save(.fixture())
                #expect(try await stores.users.users() == [.fixture()])
            },
            ContractClause("the removal of the account removes the stored users") { stores in
                try await stores.authSessions.save(.fixture())
                try await stores.users.save([.fixture(), .fixture(id: "u-2")])
                try await stores.authSessions.removeAccount(.fixture())
                #expect(try await stores.users.users() == [])
            },
            ContractClause("removeAll removes all stored users of one account only, and is no error if there are none")
            {
                stores in
                try await stores.authSessions.save(.fixture())
                try await stores.users.save([.fixture(), .fixture(id: "u-2")])
                for other in try [
                    AccountID.fixture(userID: "U-1"), .fixture(server: "https://api.example.com:8443"),
                ] {
                    try await stores.users.removeAll(of: other)
                    #expect(try await stores.users.users().count == 2)
                }
                for _ in 1...2 {
                    try await stores.users.removeAll(of: .fixture())
                    #expect(try await stores.users.users() == [])
                }
                #expect(try await stores.authSessions.load() == .fixture())
            },
            ContractClause("a token refresh and the end of an earlier session leave the stored users") {
                stores in
                try await stores.authSessions.save(.fixture())
                try await stores.users.save([.fixture()])
                #expect(try await stores.authSessions.replaceTokens(1, with: 2) == .replaced)
                _ = try await stores.authSessions.clear(tokens: 1)
                _ = try await stores.authSessions.clear(tokens: nil, userID: "u-2")
                #expect(try await stores.users.users() == [.fixture()])
            },
            ContractClause("after a concurrent save and removal of the account no user is stored") { stores in
                for _ in 1...25 {
                    try await stores.authSessions.save(.fixture())
                    async let saved: Void = stores.users.save([.fixture()])
                    async let removed: Void = stores.authSessions.removeAccount(.fixture())
                    _ = try await (saved, removed)
                    #expect(try await stores.users.users() == [])
                }
            },
        ]
    }
}
