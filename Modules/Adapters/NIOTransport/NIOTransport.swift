import Foundation
public import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
public import Networking
public import Primitives
public import TransportSecurity

/// An HTTP/1.1 transport on SwiftNIO: the default on Linux, with the same behavior on every platform.
///
/// Call ``shutdown()`` before the program exits, or use ``withTransport(configuration:_:)``. If a transport is released
/// without a shutdown, its connections close in the background and its running exchanges fail.
///
/// It ignores proxy settings in environment variables.
public final class NIOTransport: Transport {
    private let pool: ConnectionPool

    /// A transport that accepts the certificates that the machine trusts. It opens no connection yet.
    public convenience init(configuration: NIOTransportConfiguration = NIOTransportConfiguration()) {
        self.init(configuration, .client(), KeyCheck(time: SystemTimeSource()))
    }

    /// A transport that enforces `trust`.
    ///
    /// Throws if the policy has a root that BoringSSL can't read, or pins without a `hashing`.
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
        self.init(configuration, try .client(trusting: trust.roots), keys)
    }

    init(_ configuration: NIOTransportConfiguration, _ settings: TLSConfiguration, _ keys: KeyCheck) {
        let limit = TimeAmount(configuration.connectTimeout)
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
        guard !Task.isCancelled else { throw .cancelled }
        let content = RequestContent(body)
        let exchange = Exchange(
            try HTTPRequestHead(request, body: content), body: content, to: try Destination(of: request), on: options)
        let timer = options.setTimer { [pool] in exchange.end(with: .deadlinePassed, in: pool) }
        defer { timer?.cancel() }
        switch try await exchange.response(from: pool) {
        case .whole(let head, let body):
            return ServerResponse(head: HTTPResponse(head.status, head.headers), body: .data(Data(sharing: body)))
        case .streamed(let head, let queue):
            return ServerResponse(
                head: HTTPResponse(head.status, head.headers), body: .stream(ByteStream(ResponseBytes(queue))))
        }
    }

    public func shutdown() async {
        await pool.shutdown()
    }
}
