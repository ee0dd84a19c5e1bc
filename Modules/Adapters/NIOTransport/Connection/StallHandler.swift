import NIOCore
import Networking

/// Ends a connection on which nothing has moved for too long although bytes were wanted from the peer.
///
/// Movement is a byte read, a write handed to the socket, or room in it again. Nothing is wanted before the first request,
/// nor while nobody asks for more of a response: its reader may take all the time it likes. A connection that waits in the
/// pool between two requests counts as wanting, and closing it then does no harm.
final class StallHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let limit: TimeAmount
    private var lastMovement = NIODeadline.uptimeNanoseconds(0)
    private var wantsBytes = true
    private var hasAsked = false
    private var timer: Scheduled<Void>?

    init(limit: TimeAmount) {
        self.limit = limit
    }

    func handlerAdded(context: ChannelHandlerContext) {
        lastMovement = context.eventLoop.now
        check(at: lastMovement + limit, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastMovement = context.eventLoop.now
        wantsBytes = false
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if !wantsBytes {
            wantsBytes = true
            // The pause before was ours.
            lastMovement = context.eventLoop.now
        }
        context.read()
    }

    func flush(context: ChannelHandlerContext) {
        hasAsked = true
        lastMovement = context.eventLoop.now
        context.flush()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        lastMovement = context.eventLoop.now
        context.fireChannelWritabilityChanged()
    }

    private func check(at moment: NIODeadline, _ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: moment) { [self] in
            let due = lastMovement + limit
            let now = context.eventLoop.now
            if !hasAsked || !wantsBytes {
                check(at: now + limit, context)
            } else if due > now {
                check(at: due, context)
            } else {
                context.fireErrorCaught(TransportError.idleTimeout)
                context.close(promise: nil)
            }
        }
    }
}
