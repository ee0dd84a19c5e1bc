import NIOHTTP1
import Networking

/// The rules of one HTTP/1.1 connection, without I/O: what each event means for the connection and its exchange.
struct ConnectionMachine {
    private enum State {
        case idle
        case busy(Progress)
        case closed
    }

    private struct Progress {
        var request = Request.sendingHead
        var response = Response.awaited
    }

    private enum Request {
        case sendingHead
        /// The operating system has refused at least a part of the head, so no server can have processed it.
        case headRefused
        case sendingBody
        case sent
    }

    private enum Response {
        case awaited
        case receiving(isReusable: Bool)
        case received(isReusable: Bool)
    }

    /// How to handle a response head.
    enum HeadReceipt: Equatable {
        case deliver
        /// An interim response (1xx): the final one follows.
        case ignore
        case fail(TransportError)
    }

    /// How to end the exchange when the connection has ended.
    enum Ending: Equatable {
        /// There is no exchange.
        case none
        /// The response is complete.
        case finish
        /// Nothing was sent, so another connection may send the request, even one that is not idempotent.
        case restart
        case fail(TransportError)
    }

    private var state = State.idle
    /// Whether the connection has served no exchange and was never idle in the pool. If the server closes such a
    /// connection, the next new one would end in the same way.
    private(set) var isFresh = true
    /// Why the server has refused the connection in TLS 1.3, where it does so after the client's handshake is over.
    private(set) var refusal: TransportError?

    var isIdle: Bool { if case .idle = state { true } else { false } }
    var isClosed: Bool { if case .closed = state { true } else { false } }

    /// The phase of the exchange, which decides what an error means.
    var phase: FailureTranslator.Phase {
        guard case .busy(let progress) = state, case .awaited = progress.response else { return .body }
        return .head
    }

    /// An exchange begins on the idle connection.
    mutating func start() {
        guard case .idle = state else { return }
        state = .busy(Progress())
    }

    /// The connection waits in the pool for an exchange.
    mutating func becameIdle() {
        isFresh = false
    }

    /// The operating system has accepted or refused the request's head.
    mutating func headWritten(_ isTaken: Bool) {
        update { progress in
            guard case .sendingHead = progress.request else { return }
            progress.request = isTaken ? .sendingBody : .headRefused
        }
    }

    /// The operating system has accepted the whole request.
    mutating func requestSent() {
        update { $0.request = .sent }
    }

    mutating func received(_ head: HTTPResponseHead) -> HeadReceipt {
        guard case .busy(var progress) = state, case .awaited = progress.response else {
            return .fail(.invalidResponse(reason: "The server sent a response without a request."))
        }
        switch head.status.code {
        case 101: return .fail(.invalidResponse(reason: "The server switched to another protocol without being asked."))
        case 100..<200: return .ignore
        case 200...999: break
        default:
            return .fail(.invalidResponse(reason: "Its status code is \(head.status.code), but the lowest is 100."))
        }
        // No other coding was requested (RFC 9112 section 7.4), and the body would reach the caller encoded.
        let codings = head.headers[canonicalForm: "Transfer-Encoding"]
        guard codings.allSatisfy({ ["", "chunked", "identity"].contains($0.lowercased()) }) else {
            return .fail(.invalidResponse(reason: "It has a transfer coding that was not requested."))
        }
        progress.response = .receiving(isReusable: head.isKeepAlive && !head.headers.closesConnection)
        state = .busy(progress)
        return .deliver
    }

    /// The response is complete.
    mutating func receivedEnd(_ trailers: HTTPHeaders? = nil) {
        update { progress in
            guard case .receiving(let isReusable) = progress.response else { return }
            progress.response = .received(isReusable: isReusable && trailers?.closesConnection != true)
        }
    }

    /// All received bytes have been read. If the response is complete, ends the exchange and returns whether the
    /// connection may be reused; otherwise returns `nil`. This is not decided earlier, because bytes after a response
    /// make the connection unusable.
    mutating func readCompleted() -> Bool? {
        guard case .busy(let progress) = state, case .received(let isReusable) = progress.response else { return nil }
        guard isReusable, case .sent = progress.request else {
            state = .closed
            return false
        }
        (state, isFresh) = (.idle, false)
        return true
    }

    /// The connection has ended, or will end because of `error`.
    mutating func ended(_ error: TransportError?) -> Ending {
        defer { state = .closed }
        guard case .busy(let progress) = state else {
            if case .insecure = error { refusal = error }
            return .none
        }
        switch (progress.response, progress.request) {
        case (.received, _): return .finish
        case (.awaited, .headRefused):
            guard isFresh else { return .restart }
            return .fail(error.map { $0 == .connectionLost ? .notSent : $0 } ?? .notSent)
        case (.awaited, _): return .fail(error ?? .connectionLost)
        case (.receiving, _): return .fail(error ?? .truncatedResponse)
        }
    }

    private mutating func update(_ change: (inout Progress) -> Void) {
        guard case .busy(var progress) = state else { return }
        change(&progress)
        state = .busy(progress)
    }
}

extension HTTPHeaders {
    /// Whether the parser refuses every byte behind a message with these fields. The parser also obeys
    /// `Proxy-Connection`, and a `Connection` among the trailers, where RFC 9110 (section 6.5.1) lets a client ignore
    /// it.
    fileprivate var closesConnection: Bool {
        ["Connection", "Proxy-Connection"].contains { self[canonicalForm: $0].contains { $0.lowercased() == "close" } }
    }
}
