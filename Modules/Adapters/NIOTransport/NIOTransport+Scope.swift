import Networking
public import Primitives
public import TransportSecurity

extension NIOTransport {
    /// Runs `body` with a transport that lives as long as the call, and shuts it down whether `body` returns or throws.
    public static func withTransport<Result, Failure>(
        configuration: NIOTransportConfiguration = NIOTransportConfiguration(),
        _ body: (NIOTransport) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await NIOTransport(configuration: configuration).shutDown(after: body)
    }

    /// The same with a transport that keeps `trust`; see ``init(configuration:trust:hashing:time:)``.
    public static func withTransport<Result>(
        configuration: NIOTransportConfiguration = NIOTransportConfiguration(), trust: TrustPolicy,
        hashing: (any ContentHashing)? = nil, time: any TimeSource = SystemTimeSource(),
        _ body: (NIOTransport) async throws -> Result
    ) async throws -> Result {
        try await NIOTransport(configuration: configuration, trust: trust, hashing: hashing, time: time)
            .shutDown(after: body)
    }
}
