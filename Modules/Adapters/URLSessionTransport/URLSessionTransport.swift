import Dispatch
import Foundation
public import HTTPTypes
public import Networking
public import Primitives
public import TransportSecurity

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// ``Networking/Transport`` on URLSession: for Apple's platforms, where it knows the system's proxies and modes.
///
/// On Linux it is there for those who can use nothing else. What its URLSession does wrong is guarded where it can be, but two
/// things that a server may answer end the process: trailer fields, and a connection that ends right behind the status
/// line. Docs/transports.md lists what it keeps of the contracts, and what not.
///
/// The session is an ephemeral one that keeps no cookie, no credential and no cache.
///
/// Make one for the whole program, and call ``shutdown()`` on every way out, or let ``withTransport(configuration:_:)`` do
/// it. Exchanges of one that is given up without it fail.
public final class URLSessionTransport: Transport {
    private let configuration: URLSessionTransportConfiguration
    private let servers: ServerTrust?
    private let delegate: SessionDelegate
    private let session: URLSession
    private let control = DispatchQueue(label: "URLSessionTransport")

    /// A transport that trusts whom the system trusts; without any connection yet.
    public convenience init(configuration: URLSessionTransportConfiguration = URLSessionTransportConfiguration()) {
        self.init(configuration, servers: nil)
    }

    /// A transport that keeps `trust`; throws if it holds a root that the system can't read, or pins without a `hashing` for
    /// them. On Linux, where URLSession asks nobody about a server's certificate, it throws for all but the policy that
    /// trusts the system alone.
    ///
    /// Chain, time and host name are the system's to check, and the key that pins are compared with is the server's own: a
    /// pin of an intermediate or a root matches nothing here. App Transport Security stays in force.
    ///
    /// - Parameters:
    ///   - hashing: computes SHA-256, for pins.
    ///   - time: tells whether a pin has expired. The system judges certificates by its own clock.
    public convenience init(
        configuration: URLSessionTransportConfiguration = URLSessionTransportConfiguration(), trust: TrustPolicy,
        hashing: (any ContentHashing)? = nil, time: any TimeSource = SystemTimeSource()
    ) throws(TrustPolicyError) {
        // Whoever wants nothing else leaves servers to the system alone.
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
        if Stack.current.obeysProxyVariables, let scheme = request.scheme, let authority = request.authority {
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
            // Behind whatever is just being started.
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
