import Primitives

extension Call {
    /// What `work` comes to, for a link that waits for something of its own: cancelled at the call's deadline, which is
    /// thrown once `work` has ended.
    public func beforeDeadline<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        guard let deadline else { return try await work() }
        let (result, isLate) = await TimeLimit(deadline.moment, on: context.time).outcome {
            () async -> Result<Value, NetworkError> in
            do throws(NetworkError) { return .success(try await work()) } catch { return .failure(error) }
        }
        guard !isLate else { throw context.error(.timeout(.total(deadline.total)), request) }
        return try result.get()
    }

    /// What limits the exchange that is to begin, and what its passing means: of deadline and attempt's end the earlier.
    var exchangeLimit: (end: Deadline, timeout: NetworkError.Timeout)? {
        switch (deadline, attemptEnd) {
        case (nil, nil): nil
        case (let deadline?, nil): (deadline, .total(deadline.total))
        case (nil, let attemptEnd?): (attemptEnd, .attempt(attemptEnd.total))
        case (let deadline?, let attemptEnd?):
            deadline.moment <= attemptEnd.moment
                ? (deadline, .total(deadline.total)) : (attemptEnd, .attempt(attemptEnd.total))
        }
    }
}
