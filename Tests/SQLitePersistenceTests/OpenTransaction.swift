import Dispatch
import GRDB

@testable import SQLitePersistence

/// Runs `body` while `database` has a write transaction open, in which `change` has been made; then commits it.
@discardableResult
func withOpenTransaction<Value>(
    on database: SQLiteDatabase, _ change: @escaping @Sendable (Database) throws -> Void = { _ in },
    _ body: () async throws -> Value
) async throws -> Value {
    let (opened, announcement) = AsyncStream.makeStream(of: Void.self)
    let mayCommit = DispatchSemaphore(value: 0)
    let transaction = Task.detached {
        try await database.write { db in
            try change(db)
            announcement.finish()
            // Blocks the writer's own queue, and no thread that tasks run on.
            mayCommit.wait()
        }
    }
    for await _ in opened {}
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    mayCommit.signal()
    try await transaction.value
    return try outcome.get()
}
