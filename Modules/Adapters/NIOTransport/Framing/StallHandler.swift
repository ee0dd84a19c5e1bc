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

/// Measures for how long a connection has made no progress while it waits for the server.
///
/// Progress is bytes read, a write passed to the socket, or new room in its buffer. A connection does not wait before
/// its first request, nor while its reader requests no more of a response: the reader may be as slow as it likes. An
/// idle connection in the pool counts as waiting, and closing it then does no harm.
struct StallClock {
    let limit: TimeAmount
    private var lastProgress: NIODeadline
    /// `nil` while the connection waits for bytes.
    private var pausedSince: NIODeadline?
    private var hasSent = false
    /// The last progress before the bytes that are being read.
    private var before: NIODeadline?

    init(limit: TimeAmount, now: NIODeadline) {
        self.limit = limit
        lastProgress = now
    }

    mutating func received(at now: NIODeadline) {
        before = before ?? lastProgress
        lastProgress = now
        pausedSince = pausedSince ?? now
    }

    /// Discounts the bytes received since the last end of a read: they were no progress.
    mutating func discountRead() {
        if let before { lastProgress = before }
    }

    mutating func readEnded() {
        before = nil
    }

    mutating func requestedRead(at now: NIODeadline) {
        guard let since = pausedSince else { return }
        // The slow reader caused the pause, not the server.
        lastProgress = lastProgress + (now - since)
        pausedSince = nil
    }

    mutating func sent(at now: NIODeadline) {
        hasSent = true
        lastProgress = now
    }

    mutating func gainedRoom(at now: NIODeadline) {
        lastProgress = now
    }

    /// The time of the next check, or `nil` if the limit has passed.
    func nextCheck(at now: NIODeadline) -> NIODeadline? {
        guard hasSent, pausedSince == nil else { return now + limit }
        let due = lastProgress + limit
        return due > now ? due : nil
    }
}
