import AsyncHTTPClient
public import HTTPTypes
import NIOCore
import NIOPosix
import NIOSSL
public import Networking
import Synchronization

/// ``Networking/Transport`` on AsyncHTTPClient: the default on Linux, and the same everywhere.
///
/// Call ``shutdown()`` on every way out of the program, or let ``withTransport(configuration:_:)`` do it. A transport
/// that is given up without it closes its connections in the background, and exchanges under way fail.
public final class NIOTransport: Transport {
    private let client: HTTPClient
    private let failures: FailureTranslator
    private let ending = Mutex<Task<Void, Never>?>(nil)

    /// A transport without any connection yet.
    public convenience init(configuration: NIOTransportConfiguration = NIOTransportConfiguration()) {
        self.init(configuration: configuration, tls: .makeClientConfiguration())
    }

    init(configuration: NIOTransportConfiguration, tls: TLSConfiguration) {
        // The same event loops on every platform: on Apple's, the client would otherwise choose Network.framework, whose
        // errors and connection hooks are others.
        client = HTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            configuration: HTTPClient.Configuration(configuration, tls: tls))
        failures = FailureTranslator(decodedBodyLimit: configuration.decodedBodyLimit)
    }

    deinit {
        // The client traps where it is released without being shut down. It keeps itself alive until this is done, and
        // reports a second shutdown as an error that means nothing here.
        client.shutdown { _ in }
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let upload = Upload(body)
        let message = try HTTPClientRequest(request, body: upload.body)
        do {
            // No deadline: the caller's time is limited by interceptors, which cancel.
            let response = try await client.execute(message, deadline: .distantFuture)
            let bytes = ResponseBytes(response, to: message.method, sending: upload.control, failures: failures)
            return ServerResponse(head: HTTPResponse(response), body: .stream(ByteStream(bytes)))
        } catch {
            upload.control?.stop()
            throw failures.translate(error, at: .head)
        }
    }

    public func shutdown() async {
        // Whoever comes second waits for the same end.
        let ending = ending.withLock { ending in
            if let ending { return ending }
            let started = Task { [client] in
                // The one error that can come says that the client is shut down already, which is what was asked for.
                await withCheckedContinuation { continuation in client.shutdown { _ in continuation.resume() } }
            }
            ending = started
            return started
        }
        await ending.value
    }
}
