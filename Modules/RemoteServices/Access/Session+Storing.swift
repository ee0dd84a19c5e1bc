import Networking
import Persistence

extension Session {
    /// Sends one call and updates the local data with its outcome.
    ///
    /// - Parameter store: updates the local data. If it fails, the outcome stays the same: a call that the server has
    ///   accepted is a success. The monitor receives ``CallEvent/Kind/localCopyNotUpdated(reason:)``.
    func send<Response>(
        _ endpoint: Endpoint<Access, Response>, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        updating store: (Result<Response, NetworkError>) async throws(StoreError) -> Void
    ) async throws(NetworkError) -> Response {
        try await send(
            endpoint, progress: progress,
            storing: { outcome in
                do throws(StoreError) {
                    try await store(outcome)
                    return nil
                } catch {
                    return error.userMessage
                }
            })
    }
}
