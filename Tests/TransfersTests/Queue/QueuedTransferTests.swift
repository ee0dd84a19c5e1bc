import ContractSuites
import Foundation
import Testing
import Transfers

@Suite("Queued transfers")
struct QueuedTransferTests {
    @Test("InMemoryTransferStore fulfils the contract", arguments: TransferStoreContract.clauses)
    func contract(clause: ContractClause<any TransferStore>) async throws {
        try await clause.check(InMemoryTransferStore())
    }

    @Test("two spellings of one path are one destination, and .. stays for symbolic links")
    func spellings() async throws {
        let store = InMemoryTransferStore()
        let source = try #require(URL(string: "https://example.com/a"))
        let first = try await store.add(source, to: URL(filePath: "/data/a"), of: nil)
        for path in ["/data/./a", "/data//a", "//data/a"] {
            await #expect(throws: TransferQueueError.duplicate(id: first.id)) {
                try await store.add(source, to: URL(filePath: path), of: nil)
            }
        }
        #expect(QueuedTransfer(id: 1, source: source, file: URL(filePath: "/b/../a")).file.path == "/b/../a")
    }

    @Test(
        "a state changes only by the events that apply to it",
        arguments: [
            (.queued, [.paused, .queued, .done(length: 3), .failed(reason: "x")]),
            (.paused, [.paused, .queued, .done(length: 3), nil]),
            (.done(length: 1), [nil, nil, nil, nil]),
            (.failed(reason: "y"), [nil, .queued, nil, nil]),
        ] as [(QueuedTransfer.State, [QueuedTransfer.State?])])
    func states(state: QueuedTransfer.State, expected: [QueuedTransfer.State?]) {
        let events: [QueuedTransfer.Event] = [.pause, .resume, .finish(length: 3), .fail(reason: "x")]
        #expect(events.map(state.after) == expected)
    }
}
