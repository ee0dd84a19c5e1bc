import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Watches one connection for requests that never end and heads that make no sense.
///
/// The server's own idle timer starts anew with each byte, so a client that drips one byte a second would hold its
/// connection for ever; here the clock runs from a request's head to its end. And what the HTTP parser refuses is
/// answered with problem details too, since no route will ever see it.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: BackendLimits
    private var deadline: Scheduled<Void>?
    private var bodyLength = 0
    /// Requests whose head was read and whose answer was not finished.
    private var underWay = 0
    private var hasGivenUp = false

    init(limits: BackendLimits) {
        self.limits = limits
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasGivenUp else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            underWay += 1
            bodyLength = 0
            deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.requestReadTimeout)) {
                self.giveUp(.timedOut, context)
            }
            invite(head, context)
        case .body(let bytes):
            bodyLength += bytes.readableBytes
            if bodyLength > limits.requestBody { return giveUp(.tooLarge(limit: limits.requestBody), context) }
        case .end:
            deadline?.cancel()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { underWay -= 1 }
        context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // While an answer is under way, the route that reads the body gets the error and answers itself.
        guard !hasGivenUp, underWay == 0, let error = error as? HTTPParserError else {
            return context.fireErrorCaught(error)
        }
        let problem: Problem = error == .headerOverflow ? .headTooLarge : .badRequest("This is not HTTP.")
        let (head, body) = problem.answer(requestID: RequestIDMiddleware.newID())
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        closeSoon(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
    }

    /// Tells a client that asked first to go on sending (RFC 9110, section 10.1.1); many wait a second otherwise. Not
    /// where the body is too long at all: then the route's answer comes first.
    private func invite(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        guard head.headerFields[.expect]?.lowercased() == "100-continue" else { return }
        if let length = head.headerFields[.contentLength].flatMap({ Int($0) }), length > limits.requestBody { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// Makes whoever reads the body fail, so that a route can still answer.
    private func giveUp(_ error: RequestGuardError, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireErrorCaught(error)
        closeSoon(context)
    }

    /// Closes the connection, but not before a client that is still sending has had the time to read the answer:
    /// closed at once, its next byte would make the system throw away what it has not read.
    private func closeSoon(_ context: ChannelHandlerContext) {
        hasGivenUp = true
        context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) {
            context.close(promise: nil)
        }
    }
}
