import Models
import Persistence
import TestSupport
import Testing

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
