import Primitives

extension Session {
    /// Refreshes this session's credential now, although no server has refused it: before a long task, or after the app
    /// was suspended. Calls that start meanwhile wait for the result. If a refresh is already running, this waits for
    /// it. A session without a credential has nothing to refresh.
    ///
    /// - Parameter limit: how long the caller waits; `nil` for no limit. At the limit this throws a total timeout, and
    ///   the refresh continues for other callers.
    public func refreshCredential(within limit: Duration? = nil) async throws(NetworkError) {
        guard let credentialProvider else { return }
        let context = makeContext(for: "refreshCredential()")
        do throws(CredentialProviderFailure) {
            _ = try await credentialProvider.numbered(
                for: .refresh, context: context,
                deadline: limit.map { Deadline(.total($0), from: context.time.monotonicTime) })
        } catch {
            throw error.error(of: context, client.router.placeholder())
        }
    }
}
