import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Networking

/// One HTTP/1.1 connection, which carries one exchange at a time. Every method may be called on any thread.
final class HTTPConnection: Sendable {
    let destination: Destination
    private let channel: any Channel
    private let handler: NIOLoopBound<ConnectionHandler>

    /// Puts HTTP on a channel that is connected, and secured where it must be. Call it on the channel's event loop.
    init(
        _ channel: any Channel, to destination: Destination, configuration: NIOTransportConfiguration,
        failures: FailureTranslator
    ) throws {
        let heads = ResponseHeadHandler()
        let handler = ConnectionHandler(heads, isSecure: destination.isSecure, configuration, failures)
        var limits = NIOHTTPDecoderLimitConfiguration()
        // The head as a whole is limited by ``ResponseHeadHandler``.
        limits.maxHeaderFieldSize = ResponseHeadHandler.limit
        limits.maxHeaderListSize = ResponseHeadHandler.limit
        let decoder = HTTPResponseDecoder(
            leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .forward, limitConfiguration: limits)
        var encoding = HTTPRequestEncoder.Configuration()
        encoding.automaticallySetFramingHeaders = false
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandlers([
            heads, HTTPRequestEncoder(configuration: encoding), ByteToMessageHandler(decoder), handler,
        ])
        // In front of TLS, where every byte that moves is seen.
        let stalls = StallHandler(limit: TimeAmount(configuration.idleTimeout), now: channel.eventLoop.now)
        try pipeline.addHandler(stalls, position: .first)
        self.destination = destination
        self.channel = channel
        self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    }

    /// Makes the connection one of `pool`, which gives it an exchange or leaves it idle.
    func join(_ pool: ConnectionPool) {
        channel.eventLoop.execute { self.handler.value.join(pool, as: self) }
    }

    /// Sends the request of `exchange`, and delivers the response to it.
    func start(_ exchange: Exchange) {
        channel.eventLoop.execute { self.handler.value.start(exchange) }
    }

    /// Closes the connection if it is still busy with `exchange`.
    func abort(_ exchange: Exchange) {
        channel.eventLoop.execute { self.handler.value.abort(exchange) }
    }

    /// Reads more of a response body whose reader was slower than the server.
    func resumeReading(for exchange: Exchange) {
        channel.eventLoop.execute { self.handler.value.resumeReading(for: exchange) }
    }

    /// Sends a piece of a streamed request body; calls `completion` when the operating system has taken it, or never will.
    func send(_ piece: Data, completion: @escaping @Sendable () -> Void) {
        let part = HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(data: piece)))
        channel.writeAndFlush(part).whenComplete { _ in completion() }
    }

    /// A streamed request body is at its end, or has failed.
    func finishUpload(of exchange: Exchange, _ error: TransportError?) {
        channel.eventLoop.execute { self.handler.value.finishUpload(of: exchange, error) }
    }

    /// Fails what is under way with ``Networking/TransportError/closed``, and closes the connection.
    func shutDown() {
        channel.eventLoop.execute { self.handler.value.shutDown() }
    }

    func close() {
        channel.close(promise: nil)
    }

    func waitForClose() async {
        // A connection that fails to close is gone all the same.
        await withCheckedContinuation { closed in
            channel.closeFuture.whenComplete { _ in closed.resume() }
        }
    }
}
