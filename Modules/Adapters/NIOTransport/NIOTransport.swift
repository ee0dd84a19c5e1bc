import AsyncHTTPClient
public import HTTPTypes
import NIOCore
import NIOPosix
import NIOSSL
public import Networking
public import Primitives

/// ``Networking/Transport`` on AsyncHTTPClient: the default on Linux, and the same everywhere.
///
/// Call ``shutdown()`` on every way out of the program, or let ``withTransport(configuration:_:)`` do it. A transport
/// that is given up without it closes its connections in the background, and exchanges under way fail.
/// Shutting down waits at most a second for connections; one that is still being made by then carries no request, and ends in
/// the background, within the connect timeout.
public final class NIOTransport: Transport {
    let clients: HTTPClients
    let failures: FailureTranslator
    let loads: LoopLoads

    /// A transport that trusts whom the machine trusts; without any connection yet.
    public convenience init(configuration: NIOTransportConfiguration = NIOTransportConfiguration()) {
        self.init(configuration, .client(), KeyCheck(time: SystemTimeSource()))
    }

    /// A transport that keeps `trust`; throws if it holds a root that BoringSSL can't read, or pins without a `hashing` for
    /// them.
    ///
    /// Chain, time and host name are BoringSSL's to check. The key that pins are compared with is the server's own: a pin of an
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
        // The same event loops on every platform: on Apple's, a client would otherwise choose Network.framework, whose
        // errors and connection hooks are others.
        let loops = MultiThreadedEventLoopGroup.singleton
        loads = LoopLoads(loops)
        clients = HTTPClients(
            on: loops, configuration: configuration, secure: SecureConnections(settings, keys: keys, limit: limit))
        failures = FailureTranslator(decodedBodyLimit: configuration.decodedBodyLimit)
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let upload = Upload(body)
        let destination = try Destination(of: request)
        let message = try HTTPClientRequest(request, to: destination, body: upload.body)
        do {
            let client = try await clients.client(for: destination)
            // No deadline: at its limit the exchange is cancelled.
            let response = try await client.execute(message, deadline: .distantFuture)
            let bytes = ResponseBytes(response, to: message.method, sending: upload.control, failures: failures)
            return ServerResponse(
                head: HTTPResponse(response.status, response.headers), body: .stream(ByteStream(bytes)))
        } catch {
            upload.control?.stop()
            throw failures.translate(error, at: .head)
        }
    }

    public func shutdown() async {
        await clients.shutdown()
    }
}
