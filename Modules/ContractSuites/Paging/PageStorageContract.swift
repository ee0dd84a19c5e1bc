import Foundation
import Models
import Persistence
public import TestSupport
import Testing

/// The contract that every `PageStorage` fulfils, together with the `AuthSessionStore` on the same storage.
public enum PageStorageContract {
    /// The clauses. Each needs new, empty stores.
    public static var clauses: [ContractClause<AccountStores>] {
        (pageClauses + removalClauses).map { clause in
            ContractClause(clause.promise) { stores in
                try await stores.authSessions.save(.fixture())
                try await clause.check(stores)
            }
        }
    }

    private static let list = "items"

    private static var pageClauses: [ContractClause<AccountStores>] {
        [
            ContractClause("a page that was never saved is nil, whatever other pages there are") { stores in
                try await stores.save(.fixture(number: 1, size: 2))
                for (number, size) in [(2, 2), (1, 3)] {
                    #expect(try await stores.page(number, size) == nil)
                }
                #expect(try await stores.page(1, 2, of: "others") == nil)
            },
            ContractClause("a page comes back with its total, its date and its items byte for byte, in their order") {
                stores in
                let bytes = ["{}", "a\0b", "e\u{301}", "'; DROP TABLE pages; --"]
                let page = StoredPage.fixture(bytes, total: 41, milliseconds: 253_402_300_799_999)
                try await stores.save(page)
                #expect(try await stores.page(1, 2) == page)
            },
            ContractClause("a page replaces the one before it, and an empty page is a page") { stores in
                try await stores.save(.fixture(["a", "b"]))
                let next = StoredPage.fixture([], total: 0, milliseconds: -1)
                try await stores.save(next)
                #expect(try await stores.page(1, 2) == next)
            },
            ContractClause("the same page of two lists is two pages") { stores in
                try await stores.save(.fixture(["a"]))
                try await stores.save(.fixture(["b"]), of: "others")
                #expect(try await stores.page(1, 2) == .fixture(["a"]))
                #expect(try await stores.page(1, 2, of: "others") == .fixture(["b"]))
            },
            ContractClause("a cancelled task gets that error, and its save changes nothing") { stores in
                await expectCancelled { try await stores.save(.fixture(["a"])) }
                await expectCancelled { _ = try await stores.page(1, 2) }
                await expectCancelled { try await stores.pages.remove(id: "0", of: list, of: .fixture()) }
                await expectCancelled { try await stores.pages.removeAll(of: .fixture()) }
                let page = try await stores.page(1, 2)
                #expect(page == nil)
            },
        ]
    }

    private static var removalClauses: [ContractClause<AccountStores>] {
        [
            ContractClause("remove takes an item out of every page of its list and keeps the totals") { stores in
                for size in [2, 3] { try await stores.save(.fixture(["a", "b"], size: size, total: 9)) }
                try await stores.save(.fixture(["a"]), of: "others")
                for _ in 1...2 {
                    try await stores.pages.remove(id: "0", of: list, of: .fixture())
                    for size in [2, 3] {
                        let stored = try #require(try await stores.page(1, size)).page
                        #expect(stored.items.map(\.id) == ["1"] && stored.total == 9)
                    }
                }
                #expect(try await stores.page(1, 2, of: "others") == .fixture(["a"]))
            },
            ContractClause("no account reads or removes another's pages, and only one that has logged in has pages") {
                stores in
                try await stores.save(.fixture(["a"]))
                for other in try [AccountID.fixture(userID: "U-1"), .fixture(server: "https://other.example.com")] {
                    try await stores.save(.fixture(["b"]), account: other)
                    #expect(try await stores.page(1, 2, account: other) == nil)
                    try await stores.pages.remove(id: "0", of: list, of: other)
                    try await stores.pages.removeAll(of: other)
                    #expect(try await stores.page(1, 2) == .fixture(["a"]))
                }
            },
            ContractClause("the end of a session and another login leave the account's pages") { stores in
                let page = StoredPage.fixture(["a"])
                try await stores.save(page)
                _ = try await stores.authSessions.clear(tokens: 1)
                #expect(try await stores.page(1, 2) == page)
                let other = try AccountID.fixture(userID: "u-2")
                try await stores.authSessions.save(.fixture(userID: "u-2"))
                #expect(try await stores.page(1, 2, account: other) == nil)
                try await stores.authSessions.save(.fixture())
                #expect(try await stores.page(1, 2) == page)
            },
            ContractClause("the removal of the account and removeAll remove all pages of the account") { stores in
                let account = try AccountID.fixture()
                let endings: [() async throws -> Void] = [
                    { try await stores.authSessions.removeAccount(account) },
                    { try await stores.pages.removeAll(of: account) },
                ]
                for end in endings {
                    for name in [list, "others"] { try await stores.save(.fixture(["a"]), of: name) }
                    try await end()
                    try await stores.authSessions.save(.fixture())
                    for name in [list, "others"] { #expect(try await stores.page(1, 2, of: name) == nil) }
                }
            },
        ]
    }
}

extension AccountStores {
    fileprivate func save(
        _ page: StoredPage<StoredItem>, of list: String = "items", account: AccountID? = nil
    ) async throws {
        let account = if let account { account } else { try AccountID.fixture() }
        try await pages.save(page, of: list, of: account)
    }

    fileprivate func page(
        _ number: Int, _ size: Int, of list: String = "items", account: AccountID? = nil
    ) async throws -> StoredPage<StoredItem>? {
        let account = if let account { account } else { try AccountID.fixture() }
        return try await pages.page(PageRequest(number: number, size: size), of: list, of: account)
    }
}

extension StoredPage where Item == StoredItem {
    /// A page of items with these bytes. The id of an item is its position.
    fileprivate static func fixture(
        _ bytes: [String] = ["a"], number: Int = 1, size: Int = 2, total: Int = 2, milliseconds: Double = 1
    ) -> StoredPage {
        let items = bytes.enumerated().map { StoredItem(id: "\($0)", json: Data($1.utf8)) }
        return StoredPage(
            Page(items: items, number: number, size: size, total: total),
            storedAt: Date(timeIntervalSince1970: milliseconds / 1_000))
    }
}
