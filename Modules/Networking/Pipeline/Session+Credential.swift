import Primitives

extension Session {
    /// Renews this session's credential now, though nobody has refused it: before a long stretch of work, or after the
    /// app was asleep. Calls that come meanwhile wait for the result, and a renewal that is under way already is that
    /// result. A session without credential has nothing to renew.
    ///
    /// - Parameter limit: how long the caller waits at most, or `nil` for as long as it takes. It then throws a total
    ///   timeout, and the renewal goes on for whoever else needs it.
    public func refreshCredential(within limit: Duration? = nil) async throws(NetworkError) {
        guard let credentialProvider else { return }
        let context = makeContext(for: "renewCredential()")
        do throws(CredentialProviderFailure) {
            _ = try await credentialProvider.numbered(
                for: .refresh, context: context,
                deadline: limit.map { Deadline(.total($0), from: context.time.monotonicTime) })
        } catch {
            throw context.error(error.cause, client.router.placeholder())
        }
    }
}
