import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Watches one connection for requests that never end and heads that make no sense.
///
/// The server's own idle timer starts again with each part of a request, so a client that sends one byte a second would hold
/// its connection forever. Here, one clock runs from the first byte of a head to its end, and one until the end of the body.
/// What the HTTP parser refuses is answered with problem details too, because no route will see it.
final class RequestGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: BackendLimits
    private let waiting: WaitingConnections
    private var context: ChannelHandlerContext?
    private var deadline: Scheduled<Void>?
    /// Whether a head was read, and its request's end was not.
    private var isReading = false
    private var bodyLength = 0
    /// Bytes that have become no part of a request so far: heads that are not complete, and the framing of chunks.
    private var unaccounted = 0
    /// Requests whose head was read and whose response is not complete.
    private var underWay = 0
    private var hasGivenUp = false
    /// The last response of this connection, which waits for those before it.
    private var refusal: (head: HTTPResponseHead, body: ByteBuffer?)?

    init(limits: BackendLimits, waiting: WaitingConnections) {
        self.limits = limits
        self.waiting = waiting
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        waiting.add(context.channel)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave(context)
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave(context)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasGivenUp else { return }
        var part = unwrapInboundIn(data)
        switch part {
        case .head(var head):
            stopClock()
            unaccounted = 0
            if let problem = head.violation { return refuse(problem, method: head.method) }
            // Hummingbird closes only for the exact word, and no longer knows the version.
            if !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            part = .head(head)
            isReading = true
            underWay += 1
            bodyLength = 0
            startClock(limits.requestReadTimeout)
            invite(head, context)
        case .body(let bytes):
            bodyLength += bytes.readableBytes
            // A chunk's size and extensions may take as much room as its content; small chunks get 16 bytes more.
            unaccounted = max(0, unaccounted - 2 * bytes.readableBytes - 16)
            if bodyLength > limits.requestBody { return giveUp(RequestGuardError.tooLarge(limit: limits.requestBody)) }
        case .end:
            stopClock()
            unaccounted = 0
            isReading = false
            if underWay > 0 { waiting.remove(context.channel) }
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Hummingbird writes a response of its own behind the one to a request that broke off.
        guard underWay > 0 else { return promise?.fail(ChannelError.outputClosed) ?? () }
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        underWay -= 1
        context.write(data, promise: promise)
        if underWay == 0 { hasGivenUp ? writeRefusal() : waiting.add(context.channel) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        guard !hasGivenUp else { return }
        // The route that reads the body gets the error and answers itself.
        if isReading { return giveUp(error) }
        switch error {
        case .headerOverflow: refuse(.headTooLarge)
        // `paused` is how the parser reports the preface of HTTP/2.
        case .invalidVersion, .paused: refuse(.versionNotSupported)
        default: refuse(.badRequest("This is not HTTP."))
        }
    }
}

// MARK: Bytes, reported by RequestByteCounter

extension RequestGuard {
    /// Takes note of bytes that the parser gets next; returns whether it should.
    func willParse(_ bytes: ByteBuffer) -> Bool {
        guard !hasGivenUp, let context else { return false }
        if isReading || underWay == 0 { waiting.add(context.channel) }
        // The parser would wait for header fields, which HTTP/0.9 does not have.
        if !isReading, unaccounted == 0, bytes.isSimpleRequest {
            refuse(.versionNotSupported)
            return false
        }
        unaccounted += bytes.readableBytes
        return true
    }

    /// Judges what the parser has left of them. A head that came whole within one read has been taken by then.
    func didParse() {
        guard !hasGivenUp, unaccounted > 0 else { return }
        if unaccounted > limits.requestHead {
            return isReading ? giveUp(RequestGuardError.framingTooLarge) : refuse(.headTooLarge)
        }
        if !isReading, deadline == nil { startClock(limits.requestHeadTimeout) }
    }
}

// MARK: Endings

extension RequestGuard {
    /// Tells a client that asked first to go on sending (RFC 9110, section 10.1.1); many wait a second otherwise. Not
    /// if the body is too long at all: then the route's response comes first.
    private func invite(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard head.version == .http1_1, head.headers["Expect"].first?.lowercased() == "100-continue" else { return }
        if let length = head.headers["Content-Length"].first.flatMap({ Int($0) }), length > limits.requestBody {
            return
        }
        context.writeAndFlush(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }

    private func startClock(_ timeout: Duration) {
        deadline = context?.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(timeout)) { [self] in
            isReading ? giveUp(RequestGuardError.timedOut) : refuse(.requestTimeout)
        }
    }

    private func stopClock() {
        deadline?.cancel()
        deadline = nil
    }

    private func leave(_ context: ChannelHandlerContext) {
        stopClock()
        waiting.remove(context.channel)
    }

    /// Makes the reader of the body fail, so that a route can still answer.
    private func giveUp(_ error: any Error) {
        hasGivenUp = true
        stopClock()
        context?.fireErrorCaught(error)
        closeSoon()
    }

    /// Answers what no route gets to see, behind the responses that are under way.
    private func refuse(_ problem: Problem, method: HTTPMethod = .GET) {
        hasGivenUp = true
        stopClock()
        var problem = problem
        problem.headers[.connection] = "close"
        let (head, body) = problem.content(requestID: RequestIDMiddleware.newID())
        refusal = (HTTPResponseHead(head), method == .HEAD ? nil : body)
        if underWay == 0 { writeRefusal() }
    }

    private func writeRefusal() {
        guard let context, let (head, body) = refusal else { return }
        refusal = nil
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        closeSoon()
    }

    /// Closes the connection, but not before a client that is still sending has had the time to read the response:
    /// closed at once, its next byte would make the system throw away what it has not read.
    private func closeSoon() {
        guard let context else { return }
        context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { context.close(promise: nil) }
    }
}

extension ByteBuffer {
    /// Whether this begins with a request of HTTP/0.9: a line `GET /path`, without a version.
    fileprivate var isSimpleRequest: Bool {
        let line = readableBytesView.prefix { $0 != UInt8(ascii: "\n") }
        guard line.count < readableBytes else { return false }
        let words = line.filter { $0 != UInt8(ascii: "\r") }.split(separator: UInt8(ascii: " "))
        return words.count == 2 && words[0].elementsEqual("GET".utf8) && words[1].first == UInt8(ascii: "/")
    }
}
