import Foundation
public import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
public import Networking
public import Primitives
public import TransportSecurity

/// ``Networking/Transport`` by an HTTP/1.1 client on SwiftNIO: the default on Linux, and the same everywhere.
///
/// Call ``shutdown()`` on every way out of the program, or let ``withTransport(configuration:_:)`` do it. A transport
/// that is released without it closes its connections in the background, and exchanges under way fail.
///
/// It reads no proxy settings of the environment.
public final class NIOTransport: Transport {
    private let pool: ConnectionPool

    /// A transport that trusts whom the machine trusts; without any connection yet.
    public convenience init(configuration: NIOTransportConfiguration = NIOTransportConfiguration()) {
        self.init(configuration, .client(), KeyCheck(time: SystemTimeSource()))
    }

    /// A transport that keeps `trust`; throws if it holds a root that BoringSSL can't read, or pins without a `hashing` for
    /// them.
    ///
    /// BoringSSL verifies the chain and its time; the asked name is compared with the certificate here. The key that pins are compared with is the server's own: a pin of an
    /// intermediate or a root matches nothing here, so pin the server's key and a backup key. Each new connection is checked
    /// before it carries a byte of a request, and none resumes a session of an earlier one.
    ///
    /// - Parameters:
    ///   - hashing: computes SHA-256, for pins: begun on an event loop, for each new connection to a host that has some.
    ///   - time: tells whether a pin has expired, and whether its dates were why a certificate was refused. BoringSSL itself
    ///     judges certificates by the system's clock.
    public convenience init(
        configuration: NIOTransportConfiguration = NIOTransportConfiguration(), trust: TrustPolicy,
        hashing: (any ContentHashing)? = nil, time: any TimeSource = SystemTimeSource()
    ) throws(TrustPolicyError) {
        let keys = try KeyCheck(trust: trust, hashing: hashing, time: time)
        self.init(configuration, try .client(trusting: trust.roots), keys)
    }

    private init(_ configuration: NIOTransportConfiguration, _ settings: TLSConfiguration, _ keys: KeyCheck) {
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
            try HTTPRequestHead(request, body: content), body: content, to: try Destination(of: request),
            delivery: options.delivery)
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
