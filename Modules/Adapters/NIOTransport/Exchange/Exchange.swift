import NIOCore
import NIOHTTP1
import Networking
import Synchronization

/// One request and the caller that waits for its response.
final class Exchange: Sendable {
    enum Response: Sendable {
        /// Head and body.
        case whole(HTTPResponseHead, ByteBuffer)
        /// The head; the body follows in the queue.
        case streamed(HTTPResponseHead, ResponseQueue)
    }

    let destination: Destination
    let head: HTTPRequestHead
    let body: RequestContent
    let delivery: BodyDelivery
    private let state = Mutex(State.created)

    private typealias Caller = CheckedContinuation<Result<Response, TransportError>, Never>

    private enum State {
        case created
        /// A connection is being chosen.
        case starting(Caller)
        /// No connection is free yet.
        case waiting(Caller, timer: Scheduled<Void>)
        case running(Caller, HTTPConnection)
        case ended(TransportError?)
    }

    init(_ head: HTTPRequestHead, body: RequestContent, to destination: Destination, delivery: BodyDelivery) {
        self.head = head
        self.body = body
        self.destination = destination
        self.delivery = delivery
    }

    /// Sends the request on a connection of `pool` and returns the whole response, or its head if it is streamed. Call
    /// it once.
    func response(from pool: ConnectionPool) async throws(TransportError) -> Response {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                if let error = begin(caller) {
                    caller.resume(returning: .failure(error))
                } else {
                    pool.start(self)
                }
            }
        } onCancel: {
            end(with: .cancelled, in: pool)
        }
        return try result.get()
    }

    /// Ends the exchange early, unless it has ended: the caller receives `error`, and the connection is closed.
    func end(with error: TransportError, in pool: ConnectionPool) {
        switch finish(.failure(error)) {
        case .starting, .waiting: pool.remove(self)
        case .running(_, let connection): connection.abort(self)
        case .created, .ended: break
        }
    }

    /// Waits for a connection, at most for `limit`. Returns `false` if the exchange has ended.
    func wait(atMost limit: TimeAmount, on loop: any EventLoop, in pool: ConnectionPool) -> Bool {
        let timer = loop.scheduleTask(in: limit) { [weak pool] in
            if let pool { self.end(with: .connectTimeout, in: pool) }
        }
        let (isWaiting, isTimed) = state.withLock { state in
            switch state {
            case .starting(let caller):
                state = .waiting(caller, timer: timer)
                return (true, true)
            // A connection became free in the meantime.
            case .running: return (true, false)
            case .created, .waiting, .ended: return (false, false)
            }
        }
        if !isTimed { timer.cancel() }
        return isWaiting
    }

    /// Begins to send the request on `connection`. Returns `false` if the exchange has ended.
    func begin(on connection: HTTPConnection) -> Bool {
        let (isWanted, timer) = state.withLock { state -> (Bool, Scheduled<Void>?) in
            switch state {
            case .starting(let caller):
                state = .running(caller, connection)
                return (true, nil)
            case .waiting(let caller, let timer):
                state = .running(caller, connection)
                return (true, timer)
            case .created, .running, .ended: return (false, nil)
            }
        }
        timer?.cancel()
        return isWanted
    }

    /// Sends the request on another connection, because this one was closed before anything was sent.
    func restart(in pool: ConnectionPool) {
        let isWanted = state.withLock { state in
            switch state {
            case .created, .ended: return false
            case .starting: return true
            case .waiting(let caller, let timer):
                timer.cancel()
                state = .starting(caller)
            case .running(let caller, _): state = .starting(caller)
            }
            return true
        }
        if isWanted { pool.start(self) }
    }

    func succeed(_ response: Response) {
        _ = finish(.success(response))
    }

    func fail(_ error: TransportError) {
        _ = finish(.failure(error))
    }

    private func begin(_ caller: Caller) -> TransportError? {
        state.withLock { state in
            if case .ended(let error) = state { return error ?? .cancelled }
            state = .starting(caller)
            return nil
        }
    }

    /// Returns `result` to the caller, and the previous state to this function's caller.
    private func finish(_ result: Result<Response, TransportError>) -> State {
        let before = state.withLock { state -> State in
            defer {
                if case .ended = state {} else { state = .ended(result.error) }
            }
            return state
        }
        switch before {
        case .created, .ended: break
        case .starting(let caller), .running(let caller, _): caller.resume(returning: result)
        case .waiting(let caller, let timer):
            timer.cancel()
            caller.resume(returning: result)
        }
        return before
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
