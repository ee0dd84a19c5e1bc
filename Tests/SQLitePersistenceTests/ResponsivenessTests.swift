import Foundation
import Persistence
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("The caller's executor") struct ResponsivenessTests {
    @Test("the main actor goes on while the database is busy for one of its tasks", .timeLimit(.minutes(1)))
    @MainActor
    func mainActorGoesOn() async throws {
        try await withDatabase { database in
            let store = try await database.usersAfterLogin()
            let saving = try await withOpenTransaction(on: database) {
                // Were the main actor blocked by this task, nothing would come back here to end the transaction.
                let saving = Task { @MainActor in try await store.save([.fixture()]) }
                for _ in 0..<100 { await Task.yield() }
                return saving
            }
            try await saving.value
            #expect(try await store.users() == [.fixture()])
        }
    }
}
