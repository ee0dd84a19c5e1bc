import Models
public import Networking
import Persistence
import Primitives
import Services

extension Session {
    /// The server's value. If the server can't be reached or does not respond within 2 s, the stored value, if any.
    ///
    /// After the 2 s the call continues until its own limits, because it may still update the store for the next read.
    /// Without a stored value, its result is awaited. Cancelling the caller cancels the call.
    func unlessSlow<Value: Sendable>(
        _ time: any TimeSource, _ fetch: @escaping @Sendable () async throws(NetworkError) -> Value,
        stored: @escaping @Sendable (ServiceFailure) async -> Value?
    ) async throws(NetworkError) -> Value {
        let (endings, ending) = AsyncStream.makeStream(of: Value?.self)
        let call = Task { () async -> Result<Value, NetworkError> in
            defer { ending.yield(nil) }
            do throws(NetworkError) {
                return .success(try await fetch())
            } catch {
                guard error.isOffline, !Task.isCancelled, let value = await stored(ServiceFailure(error)) else {
                    return .failure(error)
                }
                return .success(value)
            }
        }
        let timer = time.setTimer(at: time.monotonicTime + .seconds(2)) {
            Task {
                let message = UserMessage("service.slow", "The server has not responded yet.")
                let failure = ServiceFailure(.timedOut, message, diagnostic: "no response within 2 s")
                if let value = await stored(failure) { ending.yield(value) }
            }
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler { () async -> Result<Value, NetworkError> in
            for await stored in endings {
                if let stored { return .success(stored) }
                break
            }
            return await call.value
        } onCancel: {
            call.cancel()
        }.get()
    }

    /// Updates the stored data with the result of a call. If that fails, the call still succeeds, and the monitor
    /// receives ``LocalCopyNotUpdated``.
    func reporting(_ store: () async throws(StoreError) -> Void) async {
        do throws(StoreError) {
            try await store()
        } catch {
            report(LocalCopyNotUpdated(reason: error.userMessage), of: "store")
        }
    }
}

/// A call's result could not be stored on this machine, or a stored one could not be read.
public struct LocalCopyNotUpdated: CustomEvent {
    /// One sentence for people.
    public let reason: String

    public var name: String { "localCopyNotUpdated" }
    public var fields: [String: String] { ["reason": reason] }
    public var message: String { "local copy not updated: \(reason)" }
}
