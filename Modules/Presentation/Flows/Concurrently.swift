/// Runs two calls concurrently and returns both values. The first failure cancels the other call, and is thrown.
///
/// With `async let`, a failure of the second call is noticed only when the first one has ended, because the values are
/// awaited in order. Use `async let` for calls that can't fail.
///
/// It returns when both calls have ended, so a cancelled call that continues delays the error.
public func concurrently<First: Sendable, Second: Sendable, Failure: Error>(
    _ first: @escaping @Sendable () async throws(Failure) -> First,
    _ second: @escaping @Sendable () async throws(Failure) -> Second
) async throws(Failure) -> (First, Second) {
    let outcome = await withTaskGroup(of: Result<Part<First, Second>, Failure>.self) { group in
        group.addTask { await Result(of: first).map { .first($0) } }
        group.addTask { await Result(of: second).map { .second($0) } }
        var pair: (first: First?, second: Second?)
        for await part in group {
            switch part {
            case .success(.first(let value)): pair.first = value
            case .success(.second(let value)): pair.second = value
            case .failure(let error):
                group.cancelAll()
                return Result<(First, Second), Failure>.failure(error)
            }
        }
        guard let first = pair.first, let second = pair.second else {
            preconditionFailure("A task group ends after all of its tasks.")
        }
        return .success((first, second))
    }
    return try outcome.get()
}

private enum Part<First: Sendable, Second: Sendable>: Sendable {
    case first(First)
    case second(Second)
}
