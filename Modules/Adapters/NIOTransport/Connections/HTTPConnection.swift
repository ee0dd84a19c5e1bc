import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Networking

/// One HTTP/1.1 connection, which serves one exchange at a time. Every method may be called on any thread.
final class HTTPConnection: Sendable {
    let destination: Destination
    private let channel: any Channel
    private let handler: NIOLoopBound<ConnectionHandler>

    /// Adds HTTP to a channel that is connected and, for https, secured. Call it on the channel's event loop.
    init(
        _ channel: any Channel, to destination: Destination, configuration: NIOTransportConfiguration,
        failures: FailureTranslator
    ) throws {
        let heads = ResponseHeadHandler()
        let handler = ConnectionHandler(heads, isSecure: destination.isSecure, configuration, failures)
        var limits = NIOHTTPDecoderLimitConfiguration()
        // The head as a whole is limited by ``ResponseHeadHandler``, and ``OpaqueBytes`` makes up to four bytes of one.
        limits.maxHeaderFieldSize = 4 * ResponseHeadHandler.limit
        limits.maxHeaderListSize = 4 * ResponseHeadHandler.limit
        let decoder = HTTPResponseDecoder(
            leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .forward, limitConfiguration: limits)
        var encoding = HTTPRequestEncoder.Configuration()
        encoding.automaticallySetFramingHeaders = false
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandlers([
            heads, HTTPRequestEncoder(configuration: encoding), ByteToMessageHandler(decoder), handler,
        ])
        // Placed before TLS, so that it receives every byte of the socket.
        let stalls = StallHandler(limit: TimeAmount(configuration.idleTimeout), now: channel.eventLoop.now)
        try pipeline.addHandler(stalls, position: .first)
        self.destination = destination
        self.channel = channel
        self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    }

    /// Adds the connection to `pool`, which assigns an exchange to it or leaves it idle.
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

    /// Sends a piece of a streamed request body. Calls `completion` when the operating system has accepted or refused
    /// it.
    func send(_ piece: Data, completion: @escaping @Sendable () -> Void) {
        let part = HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(data: piece)))
        channel.writeAndFlush(part).whenComplete { _ in completion() }
    }

    /// Ends a streamed request body, which is complete or has failed.
    func finishUpload(of exchange: Exchange, _ error: TransportError?) {
        channel.eventLoop.execute { self.handler.value.finishUpload(of: exchange, error) }
    }

    /// Fails the running exchange with `TransportError.closed`, and closes the connection.
    func shutDown() {
        channel.eventLoop.execute { self.handler.value.shutDown() }
    }

    func close() {
        channel.close(promise: nil)
    }

    func waitForClose() async {
        // A connection that fails to close is gone too.
        await withCheckedContinuation { closed in
            channel.closeFuture.whenComplete { _ in closed.resume() }
        }
    }
}
