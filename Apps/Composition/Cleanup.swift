/// Runs `body` and then `cleanup`, even if `body` throws. If both throw, the error of `body` is thrown, because it came
/// first.
func withCleanup<Value: Sendable>(
    _ body: () async throws -> Value, cleanup: () async throws -> Void
) async throws -> Value {
    let outcome: Result<Value, any Error>
    do {
        outcome = .success(try await body())
    } catch {
        outcome = .failure(error)
    }
    do {
        try await cleanup()
    } catch {
        _ = try outcome.get()
        throw error
    }
    return try outcome.get()
}
