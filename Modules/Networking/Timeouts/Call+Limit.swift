import Primitives

extension Call {
    /// What `work` comes to, for a link that waits for something of its own: cancelled at the call's deadline, or at the
    /// attempt's end where that comes first, and waited for.
    ///
    /// Throws the timeout if `work` has failed by then. What it has got all the same, though late, is returned, so that
    /// a link can give back what it was lent; the exchange after it won't begin.
    public func beforeDeadline<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        guard let limit = waitLimit else { return try await work() }
        let (result, isLate) = await TimeLimit(limit.moment, on: context.time).outcome {
            () async -> Result<Value, NetworkError> in
            do throws(NetworkError) { return .success(try await work()) } catch { return .failure(error) }
        }
        if isLate, case .failure = result { throw context.error(.timeout(limit.timeout), request) }
        return try result.get()
    }

    /// What limits whatever waits now on the call's behalf: of deadline and attempt's end the earlier.
    var waitLimit: WaitLimit? {
        switch (deadline, attemptEnd) {
        case (nil, nil): nil
        case (let deadline?, nil): WaitLimit(total: deadline)
        case (nil, let attemptEnd?): WaitLimit(attempt: attemptEnd)
        case (let deadline?, let attemptEnd?):
            deadline.moment <= attemptEnd.moment ? WaitLimit(total: deadline) : WaitLimit(attempt: attemptEnd)
        }
    }
}
