import Dispatch
import Foundation
public import HTTPTypes
public import Networking
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// ``Networking/Transport`` on URLSession.
public final class URLSessionTransport: Transport {
    private let configuration: URLSessionTransportConfiguration
    private let delegate: SessionDelegate
    private let session: URLSession
    private let control = DispatchQueue(label: "URLSessionTransport")

    /// A transport without any connection yet.
    public init(configuration: URLSessionTransportConfiguration = URLSessionTransportConfiguration()) {
        self.configuration = configuration
        delegate = SessionDelegate()
        session = URLSession(configuration: .transport(configuration), delegate: delegate, delegateQueue: nil)
    }

    deinit {
        for exchange in delegate.exchanges.close() { exchange.end(with: .closed) }
        session.finishTasksAndInvalidate()
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        guard !Task.isCancelled else { throw .cancelled }
        guard !delegate.exchanges.isClosed else { throw .closed }
        let upload = try await Upload(body)
        let message = try URLRequest(request, bodyLength: upload.length, on: .current)
        let exchange = Exchange(
            request.method, upload: upload,
            limits: BodyLimits(
                decoded: configuration.decodedBodyLimit, unread: configuration.unreadBodyLimit,
                pause: Stack.current.pausesTasks ? 1024 * 1024 : nil),
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
}
