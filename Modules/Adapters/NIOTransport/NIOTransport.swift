import Foundation
public import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
public import Networking
public import Primitives
import Synchronization
public import TransportSecurity

/// An HTTP/1.1 transport on SwiftNIO: the default on Linux, with the same behavior on every platform.
///
/// Call ``shutdown()`` before the program exits, or use ``withTransport(configuration:_:)``. If a transport is released
/// without a shutdown, its connections close in the background and its running exchanges fail.
///
/// It ignores proxy settings in environment variables.
public final class NIOTransport: Transport {
    private let pool: ConnectionPool
    private let decodedBodyLimit: Int
    /// The destination that was parsed last, because most apps call one server.
    private let latest = Mutex<(scheme: String?, authority: String?, destination: Destination)?>(nil)

    /// A transport that accepts the certificates that the machine trusts. It opens no connection yet.
    public convenience init(configuration: NIOTransportConfiguration = NIOTransportConfiguration()) {
        self.init(configuration, .client(), KeyCheck(time: SystemTimeSource()))
    }

    /// A transport that enforces `trust`.
    ///
    /// Throws if the policy has a root or a client certificate that BoringSSL can't read, or pins without a `hashing`.
    ///
    /// BoringSSL verifies the chain and its time, and the transport verifies the host name. Pins are compared with the
    /// server's own key. A pin of an intermediate or a root never matches, so pin the server's key and a backup key.
    /// Each new connection is checked before it sends any byte of a request, and TLS sessions are never resumed.
    ///
    /// - Parameters:
    ///   - hashing: computes SHA-256 for pins. It runs on an event loop, once for each new connection to a host with
    ///     pins.
    ///   - time: its wall clock decides whether a pin has expired, and whether an error reports a certificate as
    ///     expired. BoringSSL itself checks certificates by the system's clock.
    public convenience init(
        configuration: NIOTransportConfiguration = NIOTransportConfiguration(), trust: TrustPolicy,
        hashing: (any ContentHashing)? = nil, time: any TimeSource = SystemTimeSource()
    ) throws(TrustPolicyError) {
        let keys = try KeyCheck(trust: trust, hashing: hashing, time: time)
        var settings = try TLSConfiguration.client(trusting: trust.roots)
        if let certificate = trust.clientCertificate { try settings.identify(with: certificate) }
        self.init(configuration, settings, keys)
    }

    init(_ configuration: NIOTransportConfiguration, _ settings: TLSConfiguration, _ keys: KeyCheck) {
        let limit = TimeAmount(configuration.connectTimeout)
        decodedBodyLimit = configuration.decodedBodyLimit
        // The same event loops on every platform, so that errors and sockets are the same too.
        pool = ConnectionPool(
            on: MultiThreadedEventLoopGroup.singleton, configuration: configuration,
            secure: SecureConnections(settings, keys: keys, limit: limit))
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        try await send(request, body: body, on: ExchangeOptions(.streamed))
    }

    public func send(
        _ request: HTTPRequest, body: RequestBody, on options: ExchangeOptions
    ) async throws(TransportError) -> ServerResponse {
        let content = RequestContent(body)
        let exchange = Exchange(
            try HTTPRequestHead(request, body: content), body: content, to: try destination(of: request), on: options)
        let timer = options.setTimer { [pool] in exchange.end(with: .deadlinePassed, in: pool) }
        defer { timer?.cancel() }
        switch try await exchange.response(from: pool) {
        case .whole(let head, let body):
            let response = HTTPResponse(head.status, head.headers)
            var data = Data(sharing: body)
            if response.headerFields.contains(.contentEncoding), case .buffered(let limit) = options.delivery {
                data = try await ContentDecoder.decode(body, of: response, limit: min(limit, decodedBodyLimit))
            }
            return ServerResponse(head: response, body: .data(data))
        case .streamed(let head, let queue):
            let response = HTTPResponse(head.status, head.headers)
            let decoder = ContentDecoder(response, limit: decodedBodyLimit)
            return ServerResponse(
                head: response, body: .stream(ByteStream(ResponseBytes(queue, decoder: decoder))))
        }
    }

    private func destination(of request: HTTPRequest) throws(TransportError) -> Destination {
        if let latest = latest.withLock(\.self), latest.authority == request.authority, latest.scheme == request.scheme
        {
            return latest.destination
        }
        let destination = try Destination(of: request)
        latest.withLock { $0 = (request.scheme, request.authority, destination) }
        return destination
    }

    public func shutdown() async {
        await pool.shutdown()
    }
}

/// The settings of a `NIOTransport`. The defaults suit an app with a few servers.
public struct NIOTransportConfiguration: Sendable, Equatable {
    /// How long a call waits for a connection: for name lookup, TCP and TLS together, or until another call releases
    /// one.
    public var connectTimeout: Duration = .seconds(10)

    /// How long an exchange may wait for the server without progress. A slow reader of a response body does not count,
    /// and interim responses (1xx) are not progress.
    public var idleTimeout: Duration = .seconds(60)

    /// The maximum number of connections to one host, at least 1. Further calls wait in a queue, so set it no lower
    /// than the number of calls that your app makes at the same time.
    public var connectionsPerHost = 128

    /// How long an idle connection stays open for the next call, unless the server's Keep-Alive field announces less.
    ///
    /// If the server closes a connection while a request is being sent, the request is lost, and a POST can't safely be
    /// retried. So the default is below the shortest common limit of servers: Node.js, Apache and uvicorn close an idle
    /// connection after 5 seconds.
    public var idleConnectionLifetime: Duration = .seconds(4)

    /// The maximum size of a compressed response body after decoding, in bytes. All of it can be in memory at once,
    /// because one read from the socket may decode to that much. 100 KB of gzip can decode to 100 MB.
    public var decodedBodyLimit = 64 * 1024 * 1024

    /// Creates a configuration with the defaults.
    public init() {}
}

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
