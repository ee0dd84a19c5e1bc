public import EngineContracts
import Foundation
import Models
import Persistence
public import TestSupport
import Testing

/// The contract that every `OutboxStore` fulfills, together with the `AuthSessionStore` on the same storage.
public enum OutboxStoreContract {
    /// The clauses. Each needs new, empty stores.
    public static var clauses: [ContractClause<AccountStores>] {
        (orderClauses + stateClauses + accountClauses).afterLogin()
    }

    private static var orderClauses: [ContractClause<AccountStores>] {
        [
            ContractClause("entries come back whole, in the order in which they were added, whatever their dates") {
                stores in
                let payload = Data([0, 255, 39, 10])
                for (id, seconds) in [("b", 1_767_225_600.123), ("a", -62_135_596_799.999), ("c", 0)] {
                    try await stores.add(id, payload: payload, at: Date(timeIntervalSince1970: seconds))
                }
                let entries = try await stores.entries()
                #expect(entries.map(\.id) == ["b", "a", "c"])
                #expect(entries.map(\.number) == entries.map(\.number).sorted())
                let first = try #require(entries.first)
                #expect(
                    first.payload == payload && first.lane == "lane b" && first.kind == "kind" && first.version == 3)
                #expect(first.createdAt == Date(timeIntervalSince1970: 1_767_225_600.123) && first.state == .open)
                #expect(first.attempts == 0 && first.notBefore == nil)
            },
            ContractClause("an added entry is returned as it is stored, however exact its date is") { stores in
                let added = try await stores.add("a", at: Date(timeIntervalSince1970: 1_767_225_600.123_456_7))
                #expect(try await stores.entries() == [added])
            },
            ContractClause("next is the first entry of each lane in turn, and a number is never used again") { stores in
                for (id, lane) in [("a", "1"), ("b", "1"), ("c", "2")] { try await stores.add(id, lane: lane) }
                let first = try #require(try await stores.next())
                #expect(first.id == "a")
                let second = try #require(try await stores.next(after: first.number))
                #expect(second.id == "c")
                #expect(try await stores.next(after: second.number) == nil)
                try await stores.update("a") { _ in nil }
                #expect(try await stores.next(after: first.number)?.id == "b")
                for id in ["b", "c"] { try await stores.update(id) { _ in nil } }
                #expect(try await stores.add("d", lane: "1").number > second.number)
            },
            ContractClause("a parked entry blocks its lane and no other, and so does one that waits") { stores in
                for (id, lane) in [("a", "1"), ("b", "1"), ("c", "2")] { try await stores.add(id, lane: lane) }
                try await stores.update("a") { $0.parked(because: "refused") }
                #expect(try await stores.next()?.id == "c")
                try await stores.update("c") { $0.waiting(from: .start) }
                #expect(try await stores.next() == nil)
                #expect(try await stores.next(at: .start + 1)?.id == "c")
                // The wall clock was set back by a year.
                #expect(try await stores.next(at: .start - 31_536_000)?.id == "c")
                try await stores.update("a") { $0.retried(at: .start) }
                #expect(try await stores.next()?.id == "a")
            },
        ]
    }

    private static var stateClauses: [ContractClause<AccountStores>] {
        [
            ContractClause("a state comes back with every value, and an entry that is removed is gone") { stores in
                try await stores.add("a")
                let request = SealedRequest(
                    method: "POST", path: "/x/%2F", contentType: "application/json", body: Data([0, 255]),
                    key: "k'1", ifMatch: "\"a, b\"", sealedAt: .start)
                let states: [OutboxEntry.State] = [
                    .sealed(request), .parked(reason: "It's refused.", request), .sealed(request),
                ]
                let steps: [@Sendable (OutboxEntry) -> OutboxEntry] = [
                    { $0.sealed(request) }, { $0.parked(because: "It's refused.") }, { $0.retried(at: .start) },
                ]
                for (state, step) in zip(states, steps) {
                    try await stores.update("a", step)
                    #expect(try await stores.entries().map(\.state) == [state])
                }
                let share = 0.75
                try await stores.update("a") { $0.waiting(from: .start, share: share) }
                #expect(try await stores.entries().map(\.notBefore) == [.start + share])
                let before = try await stores.update("a") { _ in nil }
                #expect(before?.attempts == 1)
                #expect(try await stores.entries().isEmpty)
                #expect(try await stores.update("a") { $0 } == nil)
            },
            ContractClause("an open entry is merged with the next of its lane, a sealed one never") { stores in
                try await stores.add("a", payload: Data("1".utf8))
                let merged = try await stores.outbox.add(try .fixture("b", lane: "lane a")) { _ in
                    .replace(payload: Data("2".utf8))
                }
                #expect(merged?.id == "a")
                #expect(try await stores.entries().map(\.payload) == [Data("2".utf8)])
                try await stores.update("a") { $0.sealed(.fixture).reopened(at: .start) }
                #expect(try await stores.entries().map(\.state) == [.open])
                try await stores.update("a") { $0.sealed(.fixture) }
                let kept = try await stores.outbox.add(try .fixture("b", lane: "lane a")) { _ in .removeBoth }
                #expect(kept?.id == "b")
                let none = try await stores.outbox.add(try .fixture("c", lane: "lane a")) { _ in .removeBoth }
                #expect(none == nil)
                #expect(try await stores.entries().map(\.id) == ["a"])
            },
            ContractClause("a cancelled task throws .cancelled and changes nothing") { stores in
                try await stores.add("a")
                await expectCancelled { try await stores.add("b") }
                await expectCancelled { _ = try await stores.next() }
                await expectCancelled { try await stores.update("a") { _ in nil } }
                #expect(try await stores.entries().map(\.id) == ["a"])
            },
            ContractClause("an observer gets a notice at once, and another one after a change") { stores in
                let changes = stores.outbox.changes()
                try await confirmNotices(changes, of: { try await stores.entries() }) {
                    try await stores.add("a")
                } until: {
                    $0.map(\.id) == ["a"]
                }
            },
        ]
    }

    private static var accountClauses: [ContractClause<AccountStores>] {
        [
            ContractClause("the end of a session and another login leave the entries, which no other account sees") {
                stores in
                try await stores.add("a")
                _ = try await stores.authSessions.clear(tokens: 1)
                try await stores.authSessions.save(.fixture(userID: "u-2"))
                let other = DataOwner.account(try .fixture(userID: "u-2"))
                #expect(try await stores.outbox.entries(of: other).isEmpty)
                #expect(try await stores.outbox.next(of: other, after: 0, at: .start) == nil)
                #expect(try await stores.outbox.update("a", of: other) { _ in nil } == nil)
                #expect(try await stores.entries().map(\.id) == ["a"])
            },
            ContractClause("the removal of the account removes its entries, and it can add none") { stores in
                try await stores.add("a")
                let guest = DataOwner.everyone(server: "https://api.example.com")
                try await stores.add("g", of: guest)
                try await stores.authSessions.removeLoggedInAccount()
                #expect(try await stores.entries().isEmpty)
                await #expect(throws: StoreError.noAccount) { try await stores.add("b") }
                #expect(try await stores.outbox.entries(of: guest).map(\.id) == ["g"])
            },
            ContractClause("concurrent calls lose no entry") { stores in
                try await concurrently(1...40) { try await stores.add("\($0)") }
                let entries = try await stores.entries()
                #expect(Set(entries.map(\.id)).count == 40 && Set(entries.map(\.number)).count == 40)
            },
        ]
    }
}

extension AccountStores {
    @discardableResult
    fileprivate func add(
        _ id: String, lane: String? = nil, payload: Data = Data(), of owner: DataOwner? = nil, at date: Date = .start
    ) async throws -> OutboxEntry {
        let entry = try await outbox.add(try .fixture(id, lane: lane, payload: payload, of: owner, at: date)) { _ in
            .keepBoth
        }
        return try #require(entry)
    }

    fileprivate func entries() async throws -> [OutboxEntry] {
        try await outbox.entries(of: .account(.fixture()))
    }

    fileprivate func next(after number: Int = 0, at now: Date = .start) async throws -> OutboxEntry? {
        try await outbox.next(of: .account(.fixture()), after: number, at: now)
    }

    @discardableResult
    fileprivate func update(
        _ id: String, _ transition: @Sendable (OutboxEntry) -> OutboxEntry?
    ) async throws -> OutboxEntry? {
        try await outbox.update(id, of: .account(.fixture()), transition)
    }
}

extension NewOutboxEntry {
    fileprivate static func fixture(
        _ id: String, lane: String? = nil, payload: Data = Data(), of owner: DataOwner? = nil, at date: Date = .start
    ) throws -> NewOutboxEntry {
        let account = DataOwner.account(try .fixture())
        return NewOutboxEntry(
            id: id, owner: owner ?? account, lane: lane ?? "lane \(id)", kind: "kind", version: 3, payload: payload,
            createdAt: date)
    }
}

extension SealedRequest {
    fileprivate static var fixture: SealedRequest {
        SealedRequest(method: "DELETE", path: "/x", contentType: nil, body: Data(), key: "a", sealedAt: .start)
    }
}

extension Date {
    fileprivate static var start: Date { Date(timeIntervalSince1970: 1_767_225_600) }
}
