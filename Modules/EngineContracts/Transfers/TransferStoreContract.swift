import Foundation
import Testing
public import Transfers

/// The contract that every `TransferStore` fulfills.
public enum TransferStoreContract {
    /// The clauses. Each needs a new, empty store.
    public static var clauses: [ContractClause<any TransferStore>] {
        [
            ContractClause("transfers come back whole, in the order of adding") { store in
                let source = try #require(URL(string: "https://api.example.com/a%2Fb?key=%C3%A9&x='%22"))
                let first = try await store.add(
                    .download(from: source, to: URL(filePath: "/data/é; DROP.bin")), of: "ada", priority: .high)
                let second = try await add("b", to: store)
                let spooled = UploadSource(
                    file: URL(filePath: "/spool/ab"), name: "é'\".bin", contentType: "text/plain", length: 1 << 40,
                    sha256: "ab")
                let third = try await store.add(.upload(spooled, to: source), of: "ada", priority: .low)
                #expect(first.url == source && first.file.path == "/data/é; DROP.bin" && first.account == "ada")
                #expect(first.priority == .high && third.priority == .low)
                #expect(second.account == nil && second.state == .queued && second.id > first.id)
                #expect(third.direction == .upload(spooled, to: source))
                #expect(try await store.transfers() == [first, second, third])
                #expect(try await store.transfer(id: third.id) == third)
            },
            ContractClause("an operation on an unknown id returns nil and changes nothing") { store in
                let only = try await add("a", to: store)
                #expect(try await store.transfer(id: only.id + 1) == nil)
                #expect(try await store.apply(.pause, to: only.id + 1) == nil)
                #expect(try await store.remove(id: only.id + 1) == nil)
                #expect(try await store.transfers() == [only])
            },
            ContractClause("the id of a removed transfer is never assigned again") { store in
                _ = try await add("a", to: store)
                let last = try await add("b", to: store)
                #expect(try await store.remove(id: last.id) == last)
                #expect(try await add("c", to: store).id > last.id)
            },
            ContractClause("one spooled file may have several uploads") { store in
                let spooled = UploadSource(
                    file: URL(filePath: "/data/a"), name: "a", contentType: "text/plain", length: 1, sha256: "ab")
                let target = try #require(URL(string: "https://api.example.com/uploads"))
                let transfers = [
                    try await store.add(.upload(spooled, to: target), of: "ada", priority: .normal),
                    try await store.add(.upload(spooled, to: target), of: "bob", priority: .normal),
                    try await add("a", to: store),
                ]
                #expect(try await store.transfers() == transfers)
            },
            ContractClause("a destination has one download that is not done") { store in
                let first = try await add("a", to: store)
                for event in [QueuedTransfer.Event.pause, .resume, .fail(reason: "No.")] {
                    _ = try await store.apply(event, to: first.id)
                    await #expect(throws: TransferQueueError.duplicate(id: first.id)) { try await add("a", to: store) }
                }
                _ = try await store.apply(.resume, to: first.id)
                _ = try await store.apply(.finish(length: 1), to: first.id)
                #expect(try await add("a", to: store).id > first.id)
            },
            ContractClause("an account's transfers are removed together, and no others") { store in
                let kept = [try await add("a", to: store), try await add("b", to: store, of: "bob")]
                let removed = [try await add("c", to: store, of: "ada"), try await add("d", to: store, of: "ada")]
                #expect(try await store.removeAll(of: "ada") == removed)
                #expect(try await store.removeAll(of: "ada").isEmpty)
                #expect(try await store.transfers() == kept)
            },
            ContractClause("a cancelled task throws .cancelled and changes nothing") { store in
                let only = try await add("a", to: store)
                await expectQueueCancelled { _ = try await add("b", to: store) }
                await expectQueueCancelled { _ = try await store.apply(.pause, to: only.id) }
                await expectQueueCancelled { _ = try await store.remove(id: only.id) }
                await expectQueueCancelled { _ = try await store.transfers() }
                #expect(try await store.transfers() == [only])
            },
            ContractClause("each state comes back with its details") { store in
                let transfer = try await add("a", to: store)
                let events: [(QueuedTransfer.Event, QueuedTransfer.State)] = [
                    (.pause, .paused), (.resume, .queued),
                    (.delay(reason: "Later: é'"), .waiting(reason: "Later: é'")),
                    (.fail(reason: "Not found: é'"), .failed(reason: "Not found: é'")), (.resume, .queued),
                    (
                        .finish(length: 1 << 40, location: URL(string: "https://a.example/%C3%A9?b")),
                        .done(length: 1 << 40, location: URL(string: "https://a.example/%C3%A9?b"))
                    ),
                ]
                for (event, state) in events {
                    #expect(try await store.apply(event, to: transfer.id)?.state == state)
                    #expect(try await store.transfer(id: transfer.id)?.state == state)
                }
            },
            ContractClause("an event that does not apply leaves the state") { store in
                let transfer = try await add("a", to: store)
                _ = try await store.apply(.finish(length: 5), to: transfer.id)
                for event in [
                    QueuedTransfer.Event.pause, .resume, .delay(reason: "Later."), .fail(reason: "No."),
                    .finish(length: 6),
                ] {
                    #expect(try await store.apply(event, to: transfer.id)?.state == .done(length: 5))
                }
            },
            ContractClause("of many simultaneous events, each acts on the state that the one before it left") { store in
                let transfer = try await add("a", to: store)
                try await concurrently(1...40) { number in
                    let isEven = number.isMultiple(of: 2)
                    return try await store.apply(
                        isEven ? .finish(length: Int64(number)) : .fail(reason: "\(number)"), to: transfer.id)
                }
                let state = try await store.transfer(id: transfer.id)?.state
                #expect(state != .queued)
                _ = try await store.apply(.pause, to: transfer.id)
                #expect(try await store.transfer(id: transfer.id)?.state == state)
            },
        ]
    }

    private static func add(
        _ name: String, to store: any TransferStore, of account: String? = nil
    ) async throws -> QueuedTransfer {
        let source = try #require(URL(string: "https://api.example.com/\(name)"))
        return try await store.add(
            .download(from: source, to: URL(filePath: "/data/\(name)")), of: account, priority: .normal)
    }
}

/// Runs `body` in a cancelled task and expects `TransferQueueError.cancelled`.
private func expectQueueCancelled(_ body: @escaping @Sendable () async throws -> Void) async {
    await #expect(throws: TransferQueueError.cancelled) { try await inCancelledTask(body) }
}
