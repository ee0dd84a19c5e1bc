import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Protects one connection against endless requests and invalid heads.
///
/// The server's idle timer restarts with each part of a request, so a client that sends one byte a second would keep
/// its connection forever. This handler limits the time from the first byte of a head to its end, and from there to
/// the end of the body. It also responds with problem details to requests that the HTTP parser refuses, because no
/// route sees them.
final class RequestGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: BackendLimits
    private let waiting: WaitingConnections
    private var context: ChannelHandlerContext?
    private var timer: Scheduled<Void>?
    /// Whether the head of a request was read, but not its end.
    private var isReading = false
    private var bodyLength = 0
    /// The number of bytes that are not yet part of a request: incomplete heads, and the framing of chunks.
    private var unaccounted = 0
    /// The number of requests whose head was read and whose response is not complete.
    private var inProgress = 0
    private var isClosing = false
    /// The last response of this connection. It is sent after those in progress.
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
        cleanUp(context)
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        cleanUp(context)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        var part = unwrapInboundIn(data)
        switch part {
        case .head(var head):
            stopTimer()
            unaccounted = 0
            if let problem = head.violation { return refuse(problem, method: head.method) }
            // Hummingbird closes only if the value is exactly `close`, and ignores the version.
            if !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            part = .head(head)
            isReading = true
            inProgress += 1
            bodyLength = 0
            startTimer(limits.requestReadTimeout)
            sendContinue(head, context)
        case .body(let bytes):
            bodyLength += bytes.readableBytes
            // A chunk's size and extensions may be as long as its content plus 16 bytes, which small chunks need.
            unaccounted = max(0, unaccounted - 2 * bytes.readableBytes - 16)
            if bodyLength > limits.requestBody { return abort(RequestGuardError.tooLarge(limit: limits.requestBody)) }
        case .end:
            stopTimer()
            unaccounted = 0
            isReading = false
            if inProgress > 0 { waiting.remove(context.channel) }
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Hummingbird writes a second response after the one to a truncated request.
        guard inProgress > 0 else { return promise?.fail(ChannelError.outputClosed) ?? () }
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        inProgress -= 1
        context.write(data, promise: promise)
        if inProgress == 0 { isClosing ? writeRefusal() : waiting.add(context.channel) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        guard !isClosing else { return }
        // The route that reads the body gets the error and responds itself.
        if isReading { return abort(error) }
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
    /// Counts bytes before the parser reads them, and returns whether the parser may read them.
    func willParse(_ bytes: ByteBuffer) -> Bool {
        guard !isClosing, let context else { return false }
        if isReading || inProgress == 0 { waiting.add(context.channel) }
        // The parser would wait for header fields, and HTTP/0.9 has none.
        if !isReading, unaccounted == 0, bytes.isSimpleRequest {
            refuse(.versionNotSupported)
            return false
        }
        unaccounted += bytes.readableBytes
        return true
    }

    /// Checks the bytes that the parser did not turn into parts of a request.
    func didParse() {
        guard !isClosing, unaccounted > 0 else { return }
        if unaccounted > limits.requestHead {
            return isReading ? abort(RequestGuardError.framingTooLarge) : refuse(.headTooLarge)
        }
        if !isReading, timer == nil { startTimer(limits.requestHeadTimeout) }
    }
}

// MARK: Endings

extension RequestGuard {
    /// Sends `100 Continue` if the client expects it (RFC 9110, section 10.1.1), unless its body is too long. Without
    /// it, many clients wait a second before they send the body.
    private func sendContinue(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard head.version == .http1_1, head.headers["Expect"].first?.lowercased() == "100-continue" else { return }
        if let length = head.headers["Content-Length"].first.flatMap({ Int($0) }), length > limits.requestBody {
            return
        }
        context.writeAndFlush(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }

    private func startTimer(_ timeout: Duration) {
        timer = context?.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(timeout)) { [self] in
            isReading ? abort(RequestGuardError.timedOut) : refuse(.requestTimeout)
        }
    }

    private func stopTimer() {
        timer?.cancel()
        timer = nil
    }

    private func cleanUp(_ context: ChannelHandlerContext) {
        stopTimer()
        waiting.remove(context.channel)
    }

    /// Fails the reader of the body, so that the route can still respond.
    private func abort(_ error: any Error) {
        isClosing = true
        stopTimer()
        context?.fireErrorCaught(error)
        closeSoon()
    }

    /// Responds to a request that no route sees, after the responses in progress.
    private func refuse(_ problem: Problem, method: HTTPMethod = .GET) {
        isClosing = true
        stopTimer()
        var problem = problem
        problem.headers[.connection] = "close"
        let (head, body) = problem.content(requestID: RequestIDMiddleware.newID())
        refusal = (HTTPResponseHead(head), method == .HEAD ? nil : body)
        if inProgress == 0 { writeRefusal() }
    }

    private func writeRefusal() {
        guard let context, let (head, body) = refusal else { return }
        refusal = nil
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        closeSoon()
    }

    /// Closes the connection after a second. If it closed at once, the next byte of a client that is still sending
    /// would make the system discard the response before the client has read it.
    private func closeSoon() {
        guard let context else { return }
        context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { context.close(promise: nil) }
    }
}

extension ByteBuffer {
    /// Whether this begins with an HTTP/0.9 request: a line `GET /path`, without a version.
    fileprivate var isSimpleRequest: Bool {
        let line = readableBytesView.prefix { $0 != UInt8(ascii: "\n") }
        guard line.count < readableBytes else { return false }
        let words = line.filter { $0 != UInt8(ascii: "\r") }.split(separator: UInt8(ascii: " "))
        return words.count == 2 && words[0].elementsEqual("GET".utf8) && words[1].first == UInt8(ascii: "/")
    }
}
