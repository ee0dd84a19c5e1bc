import Foundation
import Persistence
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("The caller's executor") struct ResponsivenessTests {
    @Test("the main actor is not blocked while the database works for one of its tasks", .timeLimit(.minutes(10)))
    @MainActor
    func mainActorGoesOn() async throws {
        try await withDatabase { database in
            let store = try await database.itemsAfterLogin()
            let saving = try await withOpenTransaction(on: database) {
                // If this task blocked the main actor, the transaction would never end.
                let saving = Task { @MainActor in try await store.save([Item(id: "1")]) }
                for _ in 0..<100 { await Task.yield() }
                return saving
            }
            try await saving.value
            #expect(try await store.items() == [Item(id: "1")])
        }
    }
}
