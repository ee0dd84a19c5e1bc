extension URLSessionTransport {
    /// Runs `body` with a transport that lives as long as the call, and shuts it down whether `body` returns or throws.
    public static func withTransport<Result, Failure>(
        configuration: URLSessionTransportConfiguration = URLSessionTransportConfiguration(),
        _ body: (URLSessionTransport) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let transport = URLSessionTransport(configuration: configuration)
        let outcome: Swift.Result<Result, Failure>
        do throws(Failure) {
            outcome = .success(try await body(transport))
        } catch {
            outcome = .failure(error)
        }
        await transport.shutdown()
        return try outcome.get()
    }
}
