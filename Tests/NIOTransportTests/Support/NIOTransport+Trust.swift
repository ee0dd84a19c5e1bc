import Crypto
import NIOTransport
import Networking

extension NIOTransport {
    /// Runs `body` with a transport that keeps `trust`.
    static func withTransport<Result>(
        trusting trust: TrustPolicy, _ body: (NIOTransport) async throws -> Result
    ) async throws -> Result {
        var configuration = NIOTransportConfiguration()
        // What is tested is a check, however long a busy machine takes to come to it.
        configuration.connectTimeout = .seconds(60)
        let transport = try NIOTransport(
            configuration: configuration, trust: trust, sha256: { Array(SHA256.hash(data: $0)) })
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body(transport))
        } catch {
            outcome = .failure(error)
        }
        await transport.shutdown()
        return try outcome.get()
    }
}
