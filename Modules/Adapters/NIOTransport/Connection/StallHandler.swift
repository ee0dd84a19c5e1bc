import NIOCore
import Networking

/// Closes a connection that has made no progress for too long, as measured by ``StallClock``.
final class StallHandler: ChannelDuplexHandler {
    /// An outbound event at the end of a read with nothing but interim responses (1xx, RFC 9110 section 15.2): a server
    /// that sends 102 again and again makes no progress.
    struct NoProgress: Sendable {}

    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var clock: StallClock
    private var timer: Scheduled<Void>?

    init(limit: TimeAmount, now: NIODeadline) {
        clock = StallClock(limit: limit, now: now)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        check(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        clock.received(at: context.eventLoop.now)
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // The handlers after this one inspect the read, and trigger `NoProgress` during this call.
        context.fireChannelReadComplete()
        clock.readEnded()
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is NoProgress else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        clock.discountRead()
        promise?.succeed()
    }

    func read(context: ChannelHandlerContext) {
        clock.requestedRead(at: context.eventLoop.now)
        context.read()
    }

    func flush(context: ChannelHandlerContext) {
        clock.sent(at: context.eventLoop.now)
        context.flush()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        clock.gainedRoom(at: context.eventLoop.now)
        context.fireChannelWritabilityChanged()
    }

    private func check(_ context: ChannelHandlerContext) {
        guard let next = clock.nextCheck(at: context.eventLoop.now) else {
            context.fireErrorCaught(TransportError.idleTimeout)
            context.close(promise: nil)
            return
        }
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: next) { [self] in check(context) }
    }
}
