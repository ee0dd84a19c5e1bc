import Networking
import TestSupport
import TransportSecurity

@testable import NIOTransport

extension NIOTransport {
    /// Runs `body` with a transport that has the policy `trust`.
    static func withTransport<Result>(
        trusting trust: TrustPolicy, _ body: (NIOTransport) async throws -> Result
    ) async throws -> Result {
        var configuration = NIOTransportConfiguration()
        // The check is tested, even if a busy machine needs long to reach it.
        configuration.connectTimeout = .seconds(60)
        return try await withTransport(configuration: configuration, trust: trust, hashing: FakeHashing(), body)
    }
}
