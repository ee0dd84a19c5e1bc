import Networking
public import Primitives
public import TransportSecurity

extension NIOTransport {
    /// Runs `body` with a new transport, and shuts the transport down when `body` returns or throws.
    public static func withTransport<Result, Failure>(
        configuration: NIOTransportConfiguration = NIOTransportConfiguration(),
        _ body: (NIOTransport) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await NIOTransport(configuration: configuration).shutDown(after: body)
    }

    /// Runs `body` with a new transport that enforces `trust`, and shuts the transport down when `body` returns or
    /// throws. See ``init(configuration:trust:hashing:time:)``.
    public static func withTransport<Result>(
        configuration: NIOTransportConfiguration = NIOTransportConfiguration(), trust: TrustPolicy,
        hashing: (any ContentHashing)? = nil, time: any TimeSource = SystemTimeSource(),
        _ body: (NIOTransport) async throws -> Result
    ) async throws -> Result {
        try await NIOTransport(configuration: configuration, trust: trust, hashing: hashing, time: time)
            .shutDown(after: body)
    }
}
