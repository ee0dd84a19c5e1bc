import Networking
import Persistence

extension Session {
    /// Sends one call and updates what this machine stores of its outcome.
    ///
    /// - Parameter store: its failure changes nothing about the outcome: what the server has accepted is a success,
    ///   whatever becomes of the local copy. The monitor receives ``CallEvent/Kind/localCopyNotUpdated(reason:)``.
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
