import Persistence
import Testing

/// Runs `body` in a task that is already cancelled, and expects ``StoreError/cancelled``.
func expectCancelled(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () async throws -> Void
) async {
    let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await body()
    }
    await #expect(throws: StoreError.cancelled, sourceLocation: sourceLocation) { try await task.value }
}
