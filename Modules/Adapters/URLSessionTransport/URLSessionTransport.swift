import Dispatch
import Foundation
public import HTTPTypes
public import Networking
public import Primitives
public import TransportSecurity

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport on URLSession: the default on Apple platforms, where it uses the system's proxies and network settings.
///
/// On Linux, use it only if you can't use NIOTransport. The transport works around the faults of URLSession there, but
/// two kinds of response still crash the process: one with trailer fields, and one whose connection closes right after
/// the status line. Docs/reference/transports.md lists the contract clauses that it does not fulfill.
///
/// Its session is ephemeral and stores no cookies, credentials or responses.
///
/// Make one transport for the whole program. Call ``shutdown()`` before the program exits, or use
/// ``withTransport(configuration:_:)``. If a transport is released without a shutdown, its running exchanges fail.
public final class URLSessionTransport: Transport {
    private let configuration: URLSessionTransportConfiguration
    private let servers: ServerTrust?
    private let delegate: SessionDelegate
    private let session: URLSession
    private let control = DispatchQueue(label: "URLSessionTransport")

    /// A transport that accepts the certificates that the system trusts. It opens no connection yet.
    public convenience init(configuration: URLSessionTransportConfiguration = URLSessionTransportConfiguration()) {
        self.init(configuration, servers: nil)
    }

    /// A transport that enforces `trust`.
    ///
    /// Throws if the policy has a root that the system can't read, pins without a `hashing`, or a client certificate.
    /// On Linux, throws for every policy except the default one, because URLSession there can't check a server's
    /// certificate.
    ///
    /// The system checks chain, time and host name. Pins are compared with the server's own key, so a pin of an
    /// intermediate or a root never matches. App Transport Security still applies.
    ///
    /// - Parameters:
    ///   - hashing: computes SHA-256 for pins.
    ///   - time: its wall clock decides whether a pin has expired. The system checks certificates by its own clock.
    public convenience init(
        configuration: URLSessionTransportConfiguration = URLSessionTransportConfiguration(), trust: TrustPolicy,
        hashing: (any ContentHashing)? = nil, time: any TimeSource = SystemTimeSource()
    ) throws(TrustPolicyError) {
        guard trust.clientCertificate == nil else {
            throw .noClientCertificates(by: "URLSessionTransport", use: "NIOTransport")
        }
        // With the default policy, the system alone evaluates servers.
        let servers: ServerTrust? = trust == TrustPolicy() ? nil : try ServerTrust(trust, hashing: hashing, time: time)
        self.init(configuration, servers: servers)
    }

    private init(_ configuration: URLSessionTransportConfiguration, servers: ServerTrust?) {
        self.configuration = configuration
        self.servers = servers
        delegate = SessionDelegate(servers: servers)
        session = URLSession(configuration: .transport(configuration), delegate: delegate, delegateQueue: nil)
    }

    deinit {
        for exchange in delegate.exchanges.close() { exchange.end(with: .closed) }
        session.finishTasksAndInvalidate()
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        guard !Task.isCancelled else { throw .cancelled }
        guard !delegate.exchanges.isClosed else { throw .closed }
        if URLSessionCapabilities.current.usesProxyVariables, let scheme = request.scheme,
            let authority = request.authority
        {
            try ProxyVariables().refuse(scheme: scheme, authority: authority)
        }
        let upload = try await Upload(body, file: temporaryFile)
        let message = try URLRequest(request, bodyLength: upload.length, on: .current)
        if message.url?.scheme == "http", let host = message.url?.host() { try servers?.allowPlain(host) }
        let exchange = Exchange(
            request.method, upload: upload,
            limits: BodyLimits(configuration, on: .current),
            configuration: configuration, control: control)
        let head = try await exchange.head { [delegate, session] exchange in
            guard !exchange.isOver else { return }
            guard !delegate.exchanges.isClosed else { return exchange.end(with: .closed) }
            let task = exchange.upload.makeTask(message, in: session)
            delegate.exchanges.add(exchange, for: task.taskIdentifier)
            guard exchange.begin(task) else { return task.cancel() }
            task.resume()
        }
        return ServerResponse(head: head, body: .stream(ByteStream(ResponseBytes(exchange))))
    }

    public func shutdown() async {
        let underWay = await withCheckedContinuation { continuation in
            // Runs after exchanges that are being started on this queue.
            control.async { [delegate] in continuation.resume(returning: delegate.exchanges.close()) }
        }
        for exchange in underWay { exchange.end(with: .closed) }
        await delegate.exchanges.waitUntilEmpty()
        session.finishTasksAndInvalidate()
    }

    private var temporaryFile: URL {
        FileManager.default.temporaryDirectory
            .appending(path: "upload-\(configuration.identifierSource.next().uuidString)")
    }
}

/// The settings of a `URLSessionTransport`. The defaults suit an app with a few servers.
public struct URLSessionTransportConfiguration: Sendable {
    /// How long an exchange may wait for the server without progress. Connecting counts as waiting, because URLSession
    /// doesn't report when a connection is made. A slow reader of a response body does not count.
    public var idleTimeout: Duration = .seconds(60)

    /// The maximum number of connections to one host, at least 1. Further calls wait in a queue.
    public var connectionsPerHost = 128

    /// The maximum size of a compressed response body after decoding, in bytes. 100 KB of gzip can decode to 100 MB.
    public var decodedBodyLimit = 64 * 1024 * 1024

    /// The maximum number of bytes of a response body that may wait for their reader. On Apple platforms URLSession
    /// pauses well before the limit. On Linux it can't pause, so a body that exceeds the limit fails as too large.
    public var unreadBodyLimit = 64 * 1024 * 1024

    /// The clock of the idle timeout.
    public var timeSource: any TimeSource = SystemTimeSource()

    /// Generates the names of temporary files for large streamed request bodies.
    public var identifierSource: any IdentifierSource = RandomIdentifierSource()

    /// Creates a configuration with the defaults.
    public init() {}
}

extension URLSessionTransport {
    /// Runs `body` with a new transport, and shuts the transport down when `body` returns or throws.
    public static func withTransport<Result, Failure>(
        configuration: URLSessionTransportConfiguration = URLSessionTransportConfiguration(),
        _ body: (URLSessionTransport) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await URLSessionTransport(configuration: configuration).shutDown(after: body)
    }

    /// Runs `body` with a new transport that enforces `trust`, and shuts the transport down when `body` returns or
    /// throws. See ``init(configuration:trust:hashing:time:)``.
    public static func withTransport<Result>(
        configuration: URLSessionTransportConfiguration = URLSessionTransportConfiguration(), trust: TrustPolicy,
        hashing: (any ContentHashing)? = nil, time: any TimeSource = SystemTimeSource(),
        _ body: (URLSessionTransport) async throws -> Result
    ) async throws -> Result {
        try await URLSessionTransport(configuration: configuration, trust: trust, hashing: hashing, time: time)
            .shutDown(after: body)
    }
}
