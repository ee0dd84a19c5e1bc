extension Session {
    /// Renews this session's credential now, though nobody has refused it: before a long stretch of work, or after the
    /// app was asleep. Calls that come meanwhile wait for the result, and a renewal that is under way already is that
    /// result. A session without credential has nothing to renew.
    ///
    /// - Parameter limit: how long the caller waits at most, or `nil` for as long as it takes. It then throws a total
    ///   timeout, and the renewal goes on for whoever else needs it.
    public func renewCredential(within limit: Duration? = nil) async throws(NetworkError) {
        guard let authority else { return }
        let context = makeContext(for: "renewCredential()")
        guard let limit else { return try await renew(authority, context) }
        let result = await context.result(within: limit) {
            do throws(NetworkError) { return .success(try await renew(authority, context)) } catch {
                return .failure(error)
            }
        }
        guard let result else { throw context.error(.timeout(.total(limit)), client.router.placeholder()) }
        try result.get()
    }

    private func renew(_ authority: BearerAuthority, _ context: CallContext) async throws(NetworkError) {
        do throws(AuthorityFailure) {
            _ = try await authority.numbered(for: .renewal, context: context)
        } catch {
            throw context.error(error.cause, client.router.placeholder())
        }
    }
}
