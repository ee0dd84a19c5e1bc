import Primitives

extension Call {
    /// Runs `work` and cancels it at the call's deadline. Use it in an interceptor that waits for something other than
    /// `next`.
    ///
    /// Throws the timeout if `work` fails after the deadline. Returns a late result of `work`, so that the interceptor
    /// can release what it has acquired; the next exchange throws the timeout.
    public func beforeDeadline<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        guard let deadline else { return try await work() }
        let (result, isLate) = await deadline.outcome(on: context.time) { () async -> Result<Value, NetworkError> in
            do throws(NetworkError) { return .success(try await work()) } catch { return .failure(error) }
        }
        if isLate, case .failure = result { throw context.error(.timeout(deadline.timeout), request) }
        return try result.get()
    }
}
