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
