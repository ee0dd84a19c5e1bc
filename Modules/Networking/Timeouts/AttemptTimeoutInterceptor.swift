import Primitives

/// Limits one exchange: until the body is complete for a buffered call, until the head for a streamed one.
public struct AttemptTimeoutInterceptor: Interceptor {
    private let limit: Duration

    /// - Parameter limit: for each attempt; shortened where the call's deadline is nearer.
    public init(limit: Duration) {
        self.limit = limit
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        let context = call.context
        let (allowed, timeout) = allowance(for: call)
        guard allowed > .zero else { throw context.error(.timeout(timeout), call.request) }

        let race = await withTaskGroup(of: Runner.self) { group -> Runner in
            group.addTask {
                do throws(NetworkError) {
                    return .exchange(.success(try await next(call)))
                } catch {
                    return .exchange(.failure(error))
                }
            }
            group.addTask { [time = context.time] in
                do {
                    try await time.sleep(for: allowed)
                    return .timer(ranOut: true)
                } catch {
                    return .timer(ranOut: false)
                }
            }
            var winner = await group.next()
            // A timer that was cancelled with the call says nothing: the exchange reports the cancellation itself.
            if case .timer(ranOut: false) = winner { winner = await group.next() }
            group.cancelAll()
            return winner ?? .timer(ranOut: false)
        }
        switch race {
        case .exchange(let result): return try result.get()
        case .timer:
            context.report(.attemptFailed(.timeout(timeout)))
            throw context.error(.timeout(timeout), call.request)
        }
    }

    private func allowance(for call: Call) -> (Duration, NetworkError.Timeout) {
        guard let deadline = call.deadline else { return (limit, .attempt(limit)) }
        let left = deadline - call.context.time.uptime
        return left < limit ? (left, .total(left)) : (limit, .attempt(limit))
    }

    private enum Runner: Sendable {
        case exchange(Result<ServerResponse, NetworkError>)
        case timer(ranOut: Bool)
    }
}
