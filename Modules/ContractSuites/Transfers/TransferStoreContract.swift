import Foundation
import TestSupport
import Testing
public import Transfers

/// The contract that every `TransferStore` fulfils.
public enum TransferStoreContract {
    /// The clauses. Each needs a new, empty store.
    public static var clauses: [ContractClause<any TransferStore>] { storageClauses + stateClauses }

    private static var storageClauses: [ContractClause<any TransferStore>] {
        [
            ContractClause("transfers come back whole, in the order of adding") { store in
                let source = try #require(URL(string: "https://api.example.com/a%2Fb?key=%C3%A9&x='%22"))
                let first = try await store.add(source, to: URL(filePath: "/data/é; DROP.bin"), of: "ada")
                let second = try await add("b", to: store)
                #expect(first.source == source && first.file.path == "/data/é; DROP.bin" && first.account == "ada")
                #expect(second.account == nil && second.state == .queued && second.id > first.id)
                #expect(try await store.transfers() == [first, second])
                #expect(try await store.transfer(id: second.id) == second)
            },
            ContractClause("an unknown id is nil, and changes nothing") { store in
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
            ContractClause("a file has one transfer that is not done") { store in
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
            ContractClause("a cancelled task gets that error, and changes nothing") { store in
                let only = try await add("a", to: store)
                await expectQueueCancelled { _ = try await add("b", to: store) }
                await expectQueueCancelled { _ = try await store.apply(.pause, to: only.id) }
                await expectQueueCancelled { _ = try await store.remove(id: only.id) }
                await expectQueueCancelled { _ = try await store.transfers() }
                #expect(try await store.transfers() == [only])
            },
        ]
    }

    private static var stateClauses: [ContractClause<any TransferStore>] {
        [
            ContractClause("each state comes back with its details") { store in
                let transfer = try await add("a", to: store)
                let events: [(QueuedTransfer.Event, QueuedTransfer.State)] = [
                    (.pause, .paused), (.resume, .queued),
                    (.fail(reason: "Not found: é'"), .failed(reason: "Not found: é'")),
                    (.resume, .queued), (.finish(length: 1 << 40), .done(length: 1 << 40)),
                ]
                for (event, state) in events {
                    #expect(try await store.apply(event, to: transfer.id)?.state == state)
                    #expect(try await store.transfer(id: transfer.id)?.state == state)
                }
            },
            ContractClause("an event that does not apply leaves the state") { store in
                let transfer = try await add("a", to: store)
                _ = try await store.apply(.finish(length: 5), to: transfer.id)
                for event in [QueuedTransfer.Event.pause, .resume, .fail(reason: "No."), .finish(length: 6)] {
                    #expect(try await store.apply(event, to: transfer.id)?.state == .done(length: 5))
                }
            },
            ContractClause("of many simultaneous events, each acts on the state that the one before it left") { store in
                let transfer = try await add("a", to: store)
                try await withThrowingTaskGroup { group in
                    for number in 1...20 {
                        group.addTask { _ = try await store.apply(.finish(length: Int64(number)), to: transfer.id) }
                        group.addTask { _ = try await store.apply(.fail(reason: "\(number)"), to: transfer.id) }
                    }
                    try await group.waitForAll()
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
        return try await store.add(source, to: URL(filePath: "/data/\(name)"), of: account)
    }
}

/// Runs `body` in a cancelled task and expects `TransferQueueError.cancelled`.
private func expectQueueCancelled(_ body: @escaping @Sendable () async throws -> Void) async {
    let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await #expect(throws: TransferQueueError.cancelled) { try await body() }
    }
    await task.value
}
