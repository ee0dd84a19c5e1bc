/// Runs a service's call for code that can't be `async`: a handler receives the result, and this handle cancels the
/// call.
///
/// ```swift
/// let call = ServiceCall(auth.restore) { result in
///     switch result {
///     case .success(let account): show(account)
///     case .failure(let error): show(error.userMessage)
///     }
/// }
/// call.cancel()
/// ```
///
/// - The handler runs exactly once, on the main actor. If the call is created there, the initializer returns first.
/// - After ``cancel()`` the handler receives the service's own cancellation error, or the result if the call had ended
///   before.
/// - Releasing the handle does not cancel the call, as with `URLSessionTask`.
///
/// The order of two calls' handlers is the order in which the calls end. Code that can be `async` needs no handler.
public struct ServiceCall: Sendable {
    private let task: Task<Void, Never>

    /// Starts `work` at once, off the main actor.
    @discardableResult
    public init<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () async throws(Failure) -> Value,
        completion: @escaping @MainActor (Result<Value, Failure>) -> Void
    ) {
        task = Task {
            let result = await Result(of: work)
            await completion(result)
        }
    }

    /// Cancels the call. Does nothing if the call has ended.
    public func cancel() {
        task.cancel()
    }
}
