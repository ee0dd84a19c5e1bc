/// Runs `body` in a task that is already cancelled.
public func inCancelledTask<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value
{
    let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await body()
    }
    return try await task.value
}

/// Runs `body` for all numbers at the same time, and returns the results in any order.
@discardableResult
public func concurrently<Value: Sendable>(
    _ numbers: ClosedRange<Int>, _ body: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for number in numbers { group.addTask { try await body(number) } }
        return try await group.reduce(into: [Value]()) { $0.append($1) }
    }
}
