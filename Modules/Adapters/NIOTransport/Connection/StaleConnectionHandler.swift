import NIOCore
import NIOHTTP1
import Networking

/// Tells a request that a kept connection was closed under from one that the server may have seen.
///
/// The proof is the operating system's: as long as it has not taken the whole head of a request, no server can have acted on
/// it. Once it has, the request may have arrived, whatever came back, and the exchange is lost and not stale.
final class StaleConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private var heads = 0
    private var isHeadRefused = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head = unwrapOutboundIn(data) {
            heads += 1
            isHeadRefused = false
            let taken = promise ?? context.eventLoop.makePromise(of: Void.self)
            taken.futureResult.assumeIsolated().whenFailure { [self] _ in isHeadRefused = true }
            context.write(data, promise: taken)
        } else if let promise {
            // The client passes this failure on as the request's. Unmapped, it would look like that of a request which the
            // client found no open connection for.
            let taken = context.eventLoop.makePromise(of: Void.self)
            taken.futureResult.assumeIsolated().whenComplete { [self] result in
                promise.completeWith(result.mapError { isStale ? TransportError.connectionStale : Self.mapped($0) })
            }
            context.write(data, promise: taken)
        } else {
            context.write(data, promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(isStale ? TransportError.connectionStale : error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // Before the client learns of the end and finds its own words for it.
        if isStale { context.fireErrorCaught(TransportError.connectionStale) }
        context.fireChannelInactive()
    }

    /// A connection that never carried a request was not kept: whoever closes it may have reasons that will last.
    private var isStale: Bool { isHeadRefused && heads > 1 }

    private static func mapped(_ error: any Error) -> any Error {
        error as? ChannelError == .ioOnClosedChannel ? TransportError.connectionLost : error
    }
}
