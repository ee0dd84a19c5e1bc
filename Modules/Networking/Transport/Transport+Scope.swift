extension Transport {
    /// Runs `body` with this transport, and shuts the transport down whether `body` returns or throws.
    public func shutDown<Result, Failure>(
        after body: (Self) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure>
        do throws(Failure) {
            outcome = .success(try await body(self))
        } catch {
            outcome = .failure(error)
        }
        await shutdown()
        return try outcome.get()
    }
}
