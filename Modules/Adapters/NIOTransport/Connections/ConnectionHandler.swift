import NIOCore
import NIOHTTP1
import Networking

/// Carries out the decisions of ``ConnectionMachine`` on a channel: sends requests, delivers responses, and returns the
/// connection to its pool.
final class ConnectionHandler: ChannelInboundHandler, ChannelOutboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let heads: ResponseHeadHandler
    private let isSecure: Bool
    private let configuration: NIOTransportConfiguration
    private let failures: FailureTranslator
    private var machine = ConnectionMachine()
    private var context: ChannelHandlerContext?
    // Found once, because it takes a dynamic cast.
    private var socket: NIOBSDSocket.Handle?
    // Weak, so that a transport that is released closes its connections.
    private weak var pool: ConnectionPool?
    private var connection: HTTPConnection?
    private var exchange: Exchange?
    private var response: IncomingResponse?
    private var upload: Task<Void, Never>?
    private var reading = ReadingState()
    private var idleTimer: Scheduled<Void>?
    private var idleSince = NIODeadline.now()
    private var idleLifetime: TimeAmount {
        didSet {
            // A timer for a longer lifetime would fire too late.
            if idleLifetime < oldValue { idleTimer.take()?.cancel() }
        }
    }

    init(
        _ heads: ResponseHeadHandler, isSecure: Bool, _ configuration: NIOTransportConfiguration,
        _ failures: FailureTranslator
    ) {
        self.heads = heads
        self.isSecure = isSecure
        self.configuration = configuration
        self.failures = failures
        idleLifetime = TimeAmount(configuration.idleConnectionLifetime)
    }

    // MARK: Calls of the pool and the exchange

    func join(_ pool: ConnectionPool, as connection: HTTPConnection) {
        guard !machine.isClosed else {
            return pool.attemptFailed(to: connection.destination, machine.refusal ?? .notSent)
        }
        self.pool = pool
        self.connection = connection
        offer(isNew: true)
    }

    func start(_ exchange: Exchange) {
        guard let context, let connection, !machine.isClosed else { return replace(exchange) }
        switch probe(context) {
        case .open: break
        // A server that does not speak HTTP, which the parser reports.
        case .undecided where !isSecure: break
        case .closed:
            fail(.connectionLost)
            return replace(exchange)
        case .undecided:
            // The bytes belong to TLS: session tickets, or an alert that refuses this client and that a write to the
            // closed connection would hide. The event loop reads them before the timer fires.
            context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(1)) { self.start(exchange) }
            return
        }
        guard exchange.begin(on: connection) else { return offer(isNew: false) }
        machine.start()
        self.exchange = exchange
        send(exchange, context)
    }

    private func probe(_ context: ChannelHandlerContext) -> SocketProbe {
        guard let socket else { return .open }
        // The number of a closed socket may already belong to another.
        guard context.channel.isActive else { return .closed }
        return .peek(socket, mayHaveBytes: isSecure || machine.isFresh)
    }

    func abort(_ exchange: Exchange) {
        if self.exchange === exchange { fail(.cancelled) }
    }

    func shutDown() {
        fail(.closed)
    }

    func resumeReading(for exchange: Exchange) {
        if self.exchange === exchange { resumeReading() }
    }

    func finishUpload(of exchange: Exchange, _ error: TransportError?) {
        guard self.exchange === exchange, let context else { return }
        if let error { return fail(error) }
        context.write(wrapOutboundOut(.end(nil)), promise: sent(context))
        context.flush()
    }

    // MARK: Events of the channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        socket = SocketProbe.socket(of: context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        idleTimer?.cancel()
        (self.context, connection) = (nil, nil)
    }

    func read(context: ChannelHandlerContext) {
        if reading.mayRead() { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do throws(TransportError) {
            switch unwrapInboundIn(data) {
            case .head(let head): try receive(head)
            case .body(let piece):
                reading.progress = .final
                if try response?.receive(piece) == false { reading.pause() }
            case .end(let trailers):
                // The parser also reports the end of an interim response.
                guard response != nil else { break }
                heads.expectNothing()
                machine.receivedEnd(trailers)
            }
        } catch {
            fail(error)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if let isReusable = machine.readCompleted() {
            finish(isReusable: isReusable)
        } else if reading.progress == .interim {
            context.triggerUserOutboundEvent(StallHandler.NoProgress(), promise: nil)
        }
        reading.progress = .none
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(failures.translate(error, at: machine.phase))
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(nil)
        context.fireChannelInactive()
    }

    // MARK: Sending

    private func send(_ exchange: Exchange, _ context: ChannelHandlerContext) {
        heads.expectHead()
        let isTaken = context.eventLoop.makePromise(of: Void.self)
        isTaken.futureResult.assumeIsolated().whenComplete { self.headWritten($0, of: exchange) }
        context.write(wrapOutboundOut(.head(exchange.head)), promise: isTaken)
        switch exchange.body {
        case .empty:
            isTaken.futureResult.assumeIsolated().whenSuccess { self.machine.requestSent() }
            context.write(wrapOutboundOut(.end(nil)), promise: nil)
        case .bytes(let bytes):
            context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: sent(context))
            context.write(wrapOutboundOut(.end(nil)), promise: nil)
        case .stream: break
        }
        context.flush()
    }

    /// Notes when a request is sent. For a request that is written at once, the last bytes have the promise, because a
    /// promise at the end costs an empty write. A stream does not know its last piece, so its end has the promise.
    private func sent(_ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenSuccess { self.machine.requestSent() }
        return promise
    }

    private func headWritten(_ result: Result<Void, any Error>, of exchange: Exchange) {
        guard self.exchange === exchange, let connection else { return }
        switch result {
        case .failure: machine.headWritten(false)
        case .success:
            machine.headWritten(true)
            guard case .stream(let body) = exchange.body else { return }
            let upload = Upload(body: body, exchange: exchange, connection: connection)
            self.upload = Task { await upload.run() }
        }
    }

    // MARK: Receiving

    private func receive(_ head: HTTPResponseHead) throws(TransportError) {
        switch machine.received(head) {
        case .ignore:
            if reading.progress == .none { reading.progress = .interim }
        case .fail(let error): throw error
        case .deliver:
            reading.progress = .final
            guard let exchange, let connection else { return }
            heads.expectBody(BodyFraming(of: head))
            idleLifetime = head.idleLifetime(atMost: TimeAmount(configuration.idleConnectionLifetime))
            response = IncomingResponse(head, to: exchange, on: connection)
        }
    }

    private func finish(isReusable: Bool) {
        let response = takeResponse()
        resumeReading()
        // The connection is back in the pool before the caller can send its next request.
        if isReusable, idleLifetime > .zero { offer(isNew: false) } else { leave() }
        response?.finish()
    }

    /// Ends the connection and its exchange. `nil` means that the server closed the connection.
    private func fail(_ error: TransportError?) {
        guard !machine.isClosed else { return }
        let ending = machine.ended(error)
        let exchange = exchange
        let response = takeResponse()
        let pool = pool
        leave()
        switch ending {
        case .none: break
        case .finish: response?.finish()
        case .restart: if let pool { exchange?.restart(in: pool) } else { exchange?.fail(.closed) }
        case .fail(let error): if let response { response.fail(error) } else { exchange?.fail(error) }
        }
    }

    private func resumeReading() {
        if reading.resume() { context?.read() }
    }

    private func takeResponse() -> IncomingResponse? {
        defer { (exchange, response, upload) = (nil, nil, nil) }
        upload?.cancel()
        return response
    }

    // MARK: The pool

    /// Moves an exchange to another connection, because this one was already closed when the pool assigned it.
    private func replace(_ exchange: Exchange) {
        guard let pool else { return exchange.fail(.closed) }
        if machine.isFresh { exchange.fail(machine.refusal ?? .notSent) } else { exchange.restart(in: pool) }
    }

    private func offer(isNew: Bool) {
        guard let connection, let pool else {
            context?.close(promise: nil)
            return
        }
        guard pool.offer(connection, isNew: isNew) else { return }
        machine.becameIdle()
        idleSince = .now()
        if idleTimer == nil { scheduleIdleCheck(at: idleSince + idleLifetime) }
    }

    private func leave() {
        if let connection { pool?.connectionClosed(connection) }
        context?.close(promise: nil)
    }

    private func scheduleIdleCheck(at moment: NIODeadline) {
        idleTimer = context?.eventLoop.assumeIsolated().scheduleTask(deadline: moment) { self.checkIdle() }
    }

    /// Closes the connection if it was idle for its whole idle lifetime. One timer serves many exchanges.
    private func checkIdle() {
        idleTimer = nil
        guard machine.isIdle, let connection, let pool else { return }
        let end = idleSince + idleLifetime
        if end > .now() {
            scheduleIdleCheck(at: end)
        } else if pool.retire(connection) {
            context?.close(promise: nil)
        }
    }
}

/// Whether the channel may read, and what the last read received.
private struct ReadingState {
    enum Progress {
        case none
        /// The last read received only interim responses (1xx).
        case interim
        case final
    }

    var progress = Progress.none
    private var isPaused = false
    private var isWanted = false

    mutating func pause() {
        isPaused = true
    }

    mutating func mayRead() -> Bool {
        if isPaused { isWanted = true }
        return !isPaused
    }

    /// Returns whether a read was delayed in the meantime.
    mutating func resume() -> Bool {
        defer { (isPaused, isWanted) = (false, false) }
        return isWanted
    }
}

extension HTTPResponseHead {
    /// How long the connection may stay idle after this response: a second less than the server's own limit
    /// (`Keep-Alive: timeout=5`), so that a request and the server's close rarely cross.
    func idleLifetime(atMost limit: TimeAmount) -> TimeAmount {
        guard let parameters = headers.first(name: "Keep-Alive")?.lowercased(),
            let match = parameters.firstMatch(of: /(?:^|[,;\s])timeout=(\d{1,9})\b/), let seconds = Int64(match.1)
        else { return limit }
        return min(limit, .seconds(max(0, seconds - 1)))
    }
}
