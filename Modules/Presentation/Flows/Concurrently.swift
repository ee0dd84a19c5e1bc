/// Runs two calls concurrently and returns both values. The first failure cancels the other call.
///
/// With `async let`, a failure of the second call is noticed only when the first one has ended, because the values are
/// awaited in order. Use `async let` for calls that can't fail.
///
/// It returns when both calls have ended, so a cancelled call that continues delays the error.
public func concurrently<First: Sendable, Second: Sendable, FirstFailure: Error, SecondFailure: Error>(
    _ first: @escaping @Sendable () async throws(FirstFailure) -> First,
    _ second: @escaping @Sendable () async throws(SecondFailure) -> Second
) async throws(PairError<FirstFailure, SecondFailure>) -> (First, Second) {
    let outcome = await withTaskGroup(of: Part<First, Second, FirstFailure, SecondFailure>.self) { group in
        group.addTask { .first(await Result(of: first)) }
        group.addTask { .second(await Result(of: second)) }
        var pair: (first: First?, second: Second?)
        for await part in group {
            switch part {
            case .first(.success(let value)): pair.first = value
            case .second(.success(let value)): pair.second = value
            case .first(.failure(let error)):
                group.cancelAll()
                return Result<(First, Second), PairError<FirstFailure, SecondFailure>>.failure(.first(error))
            case .second(.failure(let error)):
                group.cancelAll()
                return .failure(.second(error))
            }
        }
        guard let first = pair.first, let second = pair.second else {
            preconditionFailure("A task group ends after all of its tasks.")
        }
        return .success((first, second))
    }
    return try outcome.get()
}

private enum Part<First: Sendable, Second: Sendable, FirstFailure: Error, SecondFailure: Error>: Sendable {
    case first(Result<First, FirstFailure>)
    case second(Result<Second, SecondFailure>)
}
