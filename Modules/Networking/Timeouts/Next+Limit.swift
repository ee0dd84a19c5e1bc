import Primitives

extension Next {
    /// Passes `call` on and gives up on it once `limit` has passed: what is under way is cancelled, and `timeout`
    /// thrown.
    func callAsFunction(
        _ call: Call, within limit: Duration, or timeout: NetworkError.Timeout
    ) async throws(NetworkError) -> ServerResponse {
        guard limit > .zero else { throw call.context.error(.timeout(timeout), call.request) }
        let winner = await withTaskGroup(of: Runner.self) { group -> Runner in
            group.addTask {
                do throws(NetworkError) {
                    return .exchange(.success(try await self(call)))
                } catch {
                    return .exchange(.failure(error))
                }
            }
            group.addTask { [time = call.context.time] in
                do {
                    try await time.sleep(for: limit)
                    return .timer(ranOut: true)
                } catch {
                    return .timer(ranOut: false)
                }
            }
            var winner = await group.next()
            // A timer that was cancelled with the call says nothing: the exchange reports the cancellation itself.
            if case .timer(ranOut: false) = winner { winner = await group.next() }
            group.cancelAll()
            return winner ?? .timer(ranOut: true)
        }
        switch winner {
        case .exchange(let result): return try result.get()
        case .timer: throw call.context.error(.timeout(timeout), call.request)
        }
    }

    private enum Runner: Sendable {
        case exchange(Result<ServerResponse, NetworkError>)
        case timer(ranOut: Bool)
    }
}
