import Networking
import TestSupport
import TransportSecurity

@testable import NIOTransport

extension NIOTransport {
    /// Runs `body` with a transport that keeps `trust`.
    static func withTransport<Result>(
        trusting trust: TrustPolicy, _ body: (NIOTransport) async throws -> Result
    ) async throws -> Result {
        var configuration = NIOTransportConfiguration()
        // What is tested is a check, however long a busy machine takes to come to it.
        configuration.connectTimeout = .seconds(60)
        return try await withTransport(configuration: configuration, trust: trust, hashing: FakeHashing(), body)
    }
}
