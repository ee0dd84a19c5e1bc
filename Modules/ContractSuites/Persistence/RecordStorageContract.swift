public import EngineContracts
import EngineTestSupport
import Foundation
import Models
import Persistence
public import TestSupport
import Testing

/// The contract that every `RecordStorage` fulfills, together with the `AuthSessionStore` on the same storage.
public enum RecordStorageContract {
    /// The clauses. Each needs new, empty stores.
    public static var clauses: [ContractClause<AccountStores>] {
        clausesOfAnAccount.afterLogin()
    }

    private static var clausesOfAnAccount: [ContractClause<AccountStores>] {
        [
            ContractClause("a list that was never saved is nil, and so are positions of which none was saved") {
                stores in
                #expect(try await stores.ids(0..<2) == nil)
                try await stores.save("a", "b", total: 5)
                #expect(try await stores.ids(2..<4) == nil)
                #expect(try await stores.ids(0..<2, of: .items("others")) == nil)
            },
            ContractClause("records come back with total, dates and bytes, in their order") { stores in
                let texts = ["{}", "a\0b", "e\u{301}", "\u{E9}", "'; DROP TABLE records; --"]
                for milliseconds: Double in [-62_135_596_799_999, -1, 0, 1_767_225_600_123, 253_402_300_799_999] {
                    let date = Date(timeIntervalSince1970: milliseconds / 1_000)
                    let list = StoredList(
                        texts.enumerated().map { StoredRecord(id: "\(9 - $0)", json: Data($1.utf8), fetchedAt: date) },
                        total: 41, fetchedAt: date)
                    let revision = try await stores.records.revision(of: .items())
                    try await stores.records.save(list, at: 0..<20, of: .items(), ifStill: revision)
                    #expect(try await stores.records.list(0..<20, of: .items()) == list)
                }
            },
            ContractClause("any range reads what was saved in other ranges, without the positions that were not") {
                stores in
                try await stores.save("a", "b", total: 6)
                try await stores.save("e", "f", at: 4, total: 6)
                #expect(try await stores.ids(0..<6) == ["a", "b", "e", "f"])
                #expect(try await stores.ids(1..<2) == ["b"])
                #expect(try await stores.ids(1..<5) == ["b", "e"])
            },
            ContractClause("an empty list is a list, and so is a range beyond the end") { stores in
                try await stores.save(total: 0)
                #expect(try await stores.ids(0..<2) == [])
                try await stores.save("a", total: 1)
                #expect(try await stores.ids(2..<4) == [])
            },
            ContractClause("a cancelled task throws .cancelled and changes nothing") { stores in
                try await stores.save("a", total: 1)
                await expectCancelled { try await stores.save("b", total: 1) }
                await expectCancelled { _ = try await stores.ids(0..<1) }
                await expectCancelled { try await stores.records.remove("a", from: .items(), ifStill: nil) }
                await expectCancelled { try await stores.append("b") }
                await expectCancelled { try await stores.records.removeAll(of: .fixture()) }
                #expect(try await stores.ids(0..<1) == ["a"])
            },
            ContractClause("a save replaces its whole range, also where it has fewer records") { stores in
                try await stores.save("a", "b", total: 4)
                try await stores.save("c", "d", at: 2, total: 4)
                try await stores.save("x", total: 4)
                #expect(try await stores.ids(0..<4) == ["x", "c", "d"])
                #expect(try await stores.records.record("b", of: .items()) == nil)
            },
            ContractClause("a record that has moved is in the list once, and the end of a shorter list is gone") {
                stores in
                try await stores.save("a", "b", total: 4)
                try await stores.save("c", "d", at: 2, total: 4)
                try await stores.save("c", "a", total: 3)
                #expect(try await stores.ids(0..<4) == ["c", "a"])
                try await stores.save("b", at: 2, total: 3)
                try await stores.save("c", "a", total: 2)
                #expect(try await stores.ids(0..<4) == ["c", "a"])
            },
            ContractClause("once the list has shifted, what was saved before is not current, until it is saved again") {
                stores in
                // Another total, a record that has moved within the part or to it, and one that another has replaced.
                for (first, total, second) in [
                    (["n", "a"], 5, ["b", "c"]), (["m", "a"], 5, ["c", "d"]), (["b", "c"], 3, ["d"]),
                    (["b", "a"], 4, ["c", "d"]),
                    (["a", "c"], 4, ["x", "d"]), (["a", "n"], 4, ["c", "d"]),
                ] {
                    let items = try RecordCollection.items("\(first)")
                    try await stores.save("a", "b", of: items, total: 4)
                    try await stores.save("c", "d", of: items, at: 2, total: 4)
                    #expect(try await stores.records.list(0..<4, of: items)?.isCurrent == true)
                    try await stores.save(first, of: items, total: total)
                    try await stores.records.save(.record("d", "new"), in: items, ifStill: nil)
                    #expect(try await stores.records.list(0..<2, of: items)?.isCurrent == true)
                    #expect(try await stores.records.list(2..<4, of: items)?.isCurrent != true)
                    try await stores.save(second, of: items, at: 2, total: total)
                    #expect(try await stores.records.list(0..<4, of: items)?.isCurrent == true)
                }
            },
            ContractClause("a list that has one id twice has not shifted when it is saved again") { stores in
                for _ in 1...2 {
                    try await stores.save(["a", "b", "a"], of: .items(), total: 5)
                    try await stores.save(["d", "e"], of: .items(), at: 3, total: 5)
                }
                #expect(try await stores.records.list(0..<5, of: .items())?.isCurrent == true)
                #expect(try await stores.ids(0..<5) == ["b", "a", "d", "e"])
            },
            ContractClause("removing a record moves the later ones up, and is not an error if there is none") {
                stores in
                try await stores.save("a", "b", total: 9)
                try await stores.save("c", "d", at: 2, total: 9)
                for _ in 1...2 { try await stores.records.remove("b", from: .items(), ifStill: nil) }
                #expect(try await stores.records.record("b", of: .items()) == nil)
                #expect(try await stores.ids(0..<2) == ["a", "c"])
                #expect(try await stores.ids(2..<4) == ["d"])
                #expect(try await stores.records.list(0..<4, of: .items())?.total == 8)
                try await stores.records.remove("a", from: .items("others"), ifStill: nil)
                #expect(try await stores.ids(0..<1) == ["a"])
            },
            ContractClause("a reader gets all of a save or nothing of it, and concurrent saves lose nothing") {
                stores in
                try await withThrowingTaskGroup { group in
                    for number in 1...20 {
                        group.addTask {
                            try await stores.save("\(number)a", "\(number)b", of: .items("shared"), total: 2)
                        }
                        group.addTask { try await stores.save("\(number)", of: .items("\(number)"), total: 1) }
                        group.addTask {
                            let ids = try await stores.ids(0..<2, of: .items("shared")) ?? []
                            #expect(ids.isEmpty || ids.count == 2 && ids[0].dropLast() == ids[1].dropLast())
                        }
                    }
                    try await group.waitForAll()
                }
                for number in 1...20 { #expect(try await stores.ids(0..<1, of: .items("\(number)")) == ["\(number)"]) }
            },
            ContractClause("a record is found by its id, whether a list has it or it was saved by itself") { stores in
                try await stores.save("a", "b", total: 2)
                #expect(try await stores.records.record("b", of: .items())?.json == Data("b".utf8))
                #expect(try await stores.records.record("b", of: .items("others")) == nil)
                try await stores.records.save(.record("c"), in: .items(), ifStill: RecordRevision())
                #expect(try await stores.records.record("c", of: .items()) == .record("c"))
                #expect(try await stores.ids(0..<9) == ["a", "b"])
                try await stores.records.save(.record("a", "new"), in: .items(), ifStill: nil)
                #expect(try await stores.records.list(0..<1, of: .items())?.records == [.record("a", "new")])
            },
            ContractClause("an appended record is the last of the list, once, and needs no list") { stores in
                try await stores.append("x")
                #expect(try await stores.ids(0..<1) == nil)
                #expect(try await stores.records.record("x", of: .items()) != nil)
                try await stores.save("a", total: 1, ifStill: RecordRevision(changes: 1))
                for _ in 1...2 { try await stores.append("b") }
                #expect(try await stores.ids(0..<9) == ["a", "b"])
                #expect(try await stores.records.list(0..<9, of: .items())?.total == 2)
            },
            ContractClause("a list is not stored if a record was appended or removed since it was requested") {
                stores in
                try await stores.save("a", "b", total: 2)
                let revision = try await stores.records.revision(of: .items())
                try await stores.records.remove("a", from: .items(), ifStill: nil)
                try await stores.save("a", "b", total: 2, ifStill: revision)
                #expect(try await stores.ids(0..<2) == ["b"])
                let later = try await stores.records.revision(of: .items())
                #expect(later != revision)
                try await stores.append("c")
                try await stores.save("b", total: 1, ifStill: later)
                #expect(try await stores.ids(0..<2) == ["b", "c"])
            },
            ContractClause("neither a list nor a record is stored if a change has returned a record meanwhile") {
                stores in
                try await stores.save("a", total: 1)
                let revision = try await stores.records.revision(of: .items())
                try await stores.records.save(.record("a", "changed"), in: .items(), ifStill: nil)
                try await stores.save("a", total: 1, ifStill: revision)
                try await stores.records.save(.record("a", "late"), in: .items(), ifStill: revision)
                #expect(try await stores.records.record("a", of: .items()) == .record("a", "changed"))
            },
            ContractClause(
                "a response is not stored if another one with a part of it was stored while it was in flight"
            ) {
                stores in
                let start = try await stores.records.revision(of: .items())
                try await stores.save("a", "b", total: 4)
                #expect(try await stores.outcome(of: "x", "y", since: start) == .overtaken)
                #expect(try await stores.outcome(of: "c", "d", at: 2, since: start) == .saved)
                #expect(try await stores.outcome(ofRecord: "a", since: start) == .overtaken)
                #expect(try await stores.outcome(ofRecord: "z", since: start) == .saved)
                #expect(try await stores.records.remove("a", from: .items(), ifStill: start) == .overtaken)
                #expect(try await stores.ids(0..<4) == ["a", "b", "c", "d"])
                // A record of it was read by itself, has another position, or the list has another length.
                for (ids, position, total) in [(["a", "b"], 0, 4), (["z", "e"], 4, 4), (["e", "f"], 4, 6)] {
                    let before = try await stores.records.revision(of: .items())
                    for id in ["a", "z"] { #expect(try await stores.outcome(ofRecord: id, since: before) == .saved) }
                    let late = try await stores.outcome(of: ids[0], ids[1], at: position, total: total, since: before)
                    #expect(late == .overtaken, "\(ids)")
                    let current = try await stores.records.revision(of: .items())
                    let next = try await stores.outcome(of: "a", "b", since: current)
                    #expect(next == .saved)
                }
                // A list came without a record that a late response still has.
                let before = try await stores.records.revision(of: .items())
                #expect(try await stores.outcome(of: "x", "b", since: before) == .saved)
                #expect(try await stores.outcome(ofRecord: "a", since: before) == .overtaken)
                let changes = try await stores.records.revision(of: .items()).changes
                let latest = RecordRevision(changes: changes, responses: .max)
                let last = try await stores.outcome(of: "a", "c", since: latest)
                #expect(last == .saved)
                #expect(
                    try await stores.records.remove("d", from: .items(), ifStill: latest) == .saved)
                #expect(try await stores.outcome(of: "a", "b", since: latest) == .outdated)
                #expect(try await stores.records.remove("a", from: .items(), ifStill: start) == .outdated)
                #expect(try await stores.ids(0..<4) == ["a", "c"])
            },
            ContractClause("an observer gets a notice at once, and another one after a change") { stores in
                let changes = stores.records.changes()
                try await confirmNotices(changes, of: { try await stores.ids(0..<2) }) {
                    try await stores.save("a", total: 1)
                } until: {
                    $0 == ["a"]
                }
            },
            ContractClause("no account reads or removes another's records, and only one that has logged in has any") {
                stores in
                try await stores.save("a", total: 1)
                for other in try [AccountID.fixture(userID: "U-1"), .fixture(server: "https://api.example.com:8443")] {
                    try await stores.save("b", of: .items(of: other), total: 1)
                    #expect(try await stores.ids(0..<1, of: .items(of: other)) == nil)
                    try await stores.records.remove("a", from: .items(of: other), ifStill: nil)
                    try await stores.records.removeAll(of: other)
                    #expect(try await stores.ids(0..<1) == ["a"])
                }
            },
            ContractClause("the end of a session, a refresh and another login leave the account's records") { stores in
                try await stores.save("a", total: 1)
                #expect(try await stores.authSessions.replaceTokens(1, with: 2) == .replaced)
                _ = try await stores.authSessions.clear(tokens: 2)
                #expect(try await stores.ids(0..<1) == ["a"])
                // A late response of a call that the session has made.
                try await stores.save("b", total: 1)
                #expect(try await stores.ids(0..<1) == ["a"])
                try await stores.authSessions.save(.fixture(userID: "u-2"))
                #expect(try await stores.ids(0..<1, of: .items(of: .fixture(userID: "u-2"))) == nil)
                try await stores.authSessions.save(.fixture())
                #expect(try await stores.ids(0..<1) == ["a"])
            },
            ContractClause("removeAll removes all records of the account, and none of everyone's") { stores in
                let (account, catalog) = (try AccountID.fixture(), try RecordCollection.items(everyone: true))
                try await stores.save("p", of: catalog, total: 1)
                for kind in ["items", "others"] { try await stores.save("a", of: .items(kind), total: 1) }
                try await stores.records.removeAll(of: account)
                for kind in ["items", "others"] {
                    #expect(try await stores.ids(0..<1, of: .items(kind)) == nil)
                    #expect(try await stores.records.record("a", of: .items(kind)) == nil)
                }
                #expect(try await stores.ids(0..<1, of: catalog) == ["p"])
            },
            ContractClause("everyone's records need no login, and those of two servers are two lists") { stores in
                try await stores.authSessions.removeLoggedInAccount()
                let (one, other) = (
                    RecordCollection("items", of: .everyone(server: "https://a.example")),
                    RecordCollection("items", of: .everyone(server: "https://b.example"))
                )
                try await stores.save("a", of: one, total: 1)
                #expect(try await stores.ids(0..<1, of: one) == ["a"])
                #expect(try await stores.ids(0..<1, of: other) == nil)
            },
            ContractClause("after a concurrent save and logout no record is stored") { stores in
                for _ in 1...25 {
                    try await stores.authSessions.save(.fixture())
                    async let saved: Void = stores.save("a", total: 1)
                    _ = try await stores.authSessions.clear(tokens: 1)
                    try await stores.records.removeAll(of: .fixture())
                    try await saved
                    #expect(try await stores.ids(0..<1) == nil)
                }
            },
        ]
    }
}

extension AccountStores {
    /// Saves records with these ids in a range of two positions or more.
    fileprivate func save(
        _ ids: String..., of collection: RecordCollection? = nil, at start: Int = 0, total: Int,
        ifStill revision: RecordRevision? = nil
    ) async throws {
        let collection = if let collection { collection } else { try RecordCollection.items() }
        try await save(ids, of: collection, at: start, total: total, ifStill: revision)
    }

    fileprivate func save(
        _ ids: [String], of collection: RecordCollection, at start: Int = 0, total: Int,
        ifStill revision: RecordRevision? = nil
    ) async throws {
        let current = try await records.revision(of: collection)
        try await self.records.save(
            StoredList(ids.map { .record($0) }, total: total, fetchedAt: Date(timeIntervalSince1970: 1)),
            at: start..<start + max(ids.count, 2), of: collection, ifStill: revision ?? current)
    }

    /// What becomes of a response that was requested at `revision`.
    fileprivate func outcome(
        of ids: String..., at start: Int = 0, total: Int = 4, since revision: RecordRevision
    ) async throws -> SaveOutcome {
        try await records.save(
            StoredList(ids.map { .record($0) }, total: total, fetchedAt: Date(timeIntervalSince1970: 1)),
            at: start..<start + 2, of: .items(), ifStill: revision)
    }

    fileprivate func outcome(ofRecord id: String, since revision: RecordRevision) async throws -> SaveOutcome {
        try await records.save(.record(id), in: .items(), ifStill: revision)
    }

    fileprivate func append(_ id: String) async throws {
        try await records.append(.record(id), to: .items())
    }

    fileprivate func ids(_ positions: Range<Int>, of collection: RecordCollection? = nil) async throws -> [String]? {
        let collection = if let collection { collection } else { try RecordCollection.items() }
        return try await records.list(positions, of: collection)?.records.map(\.id)
    }
}

extension RecordCollection {
    fileprivate static func items(
        _ kind: String = "items", of account: AccountID? = nil, everyone: Bool = false
    ) throws -> RecordCollection {
        let account = if let account { account } else { try AccountID.fixture() }
        return RecordCollection(kind, of: everyone ? .everyone(server: account.server) : .account(account))
    }
}

extension StoredRecord {
    fileprivate static func record(_ id: String, _ text: String? = nil) -> StoredRecord {
        StoredRecord(id: id, json: Data((text ?? id).utf8), fetchedAt: Date(timeIntervalSince1970: 1))
    }
}

extension [ContractClause<AccountStores>] {
    /// The same clauses, each after the login of the fixtures' account.
    func afterLogin() -> Self {
        map { clause in
            ContractClause(clause.promise) { stores in
                try await stores.authSessions.save(.fixture())
                try await clause.check(stores)
            }
        }
    }
}

/// Expects that an observer who reads after each notice sees the effect of `change`.
func confirmNotices<Value: Sendable>(
    _ notices: AsyncStream<Void>, of read: @escaping @Sendable () async throws -> Value,
    _ change: () async throws -> Void, until isChanged: @escaping @Sendable (Value) -> Bool
) async throws {
    let before = Gate()
    let observer = Task {
        for await _ in notices {
            let value = try await read()
            before.open()
            if isChanged(value) { return true }
        }
        return false
    }
    await before.pass()
    try await change()
    #expect(try await observer.value)
}
