extension Session {
    /// Renews this session's credential now, though nobody has refused it: before a long stretch of work, or after the
    /// app was asleep. Calls that come meanwhile wait for the result, and a renewal that is under way already is that
    /// result. A session without credential has nothing to renew.
    public func renewCredential() async throws(NetworkError) {
        guard let authority else { return }
        let call = makeContext(for: "renewCredential()")
        do throws(AuthorityFailure) {
            _ = try await authority.numbered(after: authority.currentNumber, context: call)
        } catch {
            throw call.error(error.cause, client.router.placeholder())
        }
    }
}
