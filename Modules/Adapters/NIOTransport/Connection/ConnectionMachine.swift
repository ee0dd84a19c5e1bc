import NIOHTTP1
import Networking

/// The rules of one HTTP/1.1 connection, without any I/O: what a request and its response mean for the connection and for
/// the exchange that it carries.
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
        /// The operating system has refused the head, or a part of it: no server can have acted on it.
        case headRefused
        case sendingBody
        case sent
    }

    private enum Response {
        case awaited
        case receiving(isReusable: Bool)
        case received(isReusable: Bool)
    }

    /// What becomes of a response head.
    enum HeadReceipt: Equatable {
        case deliver
        /// An interim response (1xx): the final one follows.
        case ignore
        case fail(TransportError)
    }

    /// What becomes of the exchange when the connection has ended.
    enum Ending: Equatable {
        /// There is none.
        case none
        /// The response is complete.
        case finish
        /// Nothing was sent: another connection may carry the exchange, whatever it asks for.
        case restart
        case fail(TransportError)
    }

    private var state = State.idle
    private var exchanges = 0

    var isIdle: Bool { if case .idle = state { true } else { false } }
    var isClosed: Bool { if case .closed = state { true } else { false } }
    /// Whether the connection has carried no exchange yet.
    var isUnused: Bool { exchanges == 0 }

    /// What an error means now.
    var phase: FailureTranslator.Phase {
        guard case .busy(let progress) = state, case .awaited = progress.response else { return .body }
        return .head
    }

    /// An exchange begins on the idle connection.
    mutating func start() {
        guard case .idle = state else { return }
        exchanges += 1
        state = .busy(Progress())
    }

    /// The operating system has taken the request's head, or refused it.
    mutating func headWritten(_ isTaken: Bool) {
        update { progress in
            guard case .sendingHead = progress.request else { return }
            progress.request = isTaken ? .sendingBody : .headRefused
        }
    }

    /// The operating system has taken the whole request.
    mutating func requestSent() {
        update { $0.request = .sent }
    }

    mutating func received(_ head: HTTPResponseHead) -> HeadReceipt {
        guard case .busy(var progress) = state, case .awaited = progress.response else {
            return .fail(.invalidResponse(reason: "The server sent a response that no request asked for."))
        }
        switch head.status.code {
        case 101: return .fail(.invalidResponse(reason: "The server switched to another protocol without being asked."))
        case 100..<200: return .ignore
        case 200...999: break
        default:
            return .fail(.invalidResponse(reason: "Its status code is \(head.status.code); the lowest is 100."))
        }
        progress.response = .receiving(isReusable: head.isKeepAlive)
        state = .busy(progress)
        return .deliver
    }

    /// The response is complete.
    mutating func receivedEnd() {
        update { progress in
            guard case .receiving(let isReusable) = progress.response else { return }
            progress.response = .received(isReusable: isReusable)
        }
    }

    /// All bytes that were there have been read. If the response is complete, the exchange has ended: the return value says
    /// whether the connection may carry another. Not earlier, because bytes behind a response spoil the connection.
    mutating func readCompleted() -> Bool? {
        guard case .busy(let progress) = state, case .received(let isReusable) = progress.response else { return nil }
        guard isReusable, case .sent = progress.request else {
            state = .closed
            return false
        }
        state = .idle
        return true
    }

    /// The connection has ended, or is going to because of `error`.
    mutating func ended(_ error: TransportError?) -> Ending {
        defer { state = .closed }
        guard case .busy(let progress) = state else { return .none }
        switch (progress.response, progress.request) {
        case (.received, _): return .finish
        case (.awaited, .headRefused): return exchanges > 1 ? .restart : .fail(error ?? .connectionLost)
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
