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
    let needsFreshConnection: Bool
    private let machine = Mutex(Machine())

    private typealias Caller = CheckedContinuation<Result<Response, TransportError>, Never>
    private typealias Machine = ExchangeMachine<Caller, HTTPConnection, Scheduled<Void>>

    init(_ head: HTTPRequestHead, body: RequestContent, to destination: Destination, on options: ExchangeOptions) {
        self.head = head
        self.body = body
        self.destination = destination
        delivery = options.delivery
        needsFreshConnection = options.needsFreshConnection
    }

    /// Sends the request on a connection of `pool` and returns the whole response, or its head if it is streamed. Call
    /// it once.
    func response(from pool: ConnectionPool) async throws(TransportError) -> Response {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                if let error = machine.withLock({ $0.begin(caller) }) {
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

    /// Waits for a connection, at most for `limit`, and then fails with `error`. Returns `false` if the exchange has
    /// ended.
    func wait(
        atMost limit: TimeAmount, or error: TransportError, on loop: any EventLoop, in pool: ConnectionPool
    ) -> Bool {
        let timer = loop.scheduleTask(in: limit) { [weak pool] in
            if let pool { self.end(with: error, in: pool) }
        }
        let wait = machine.withLock { $0.wait(timer) }
        if wait != .timed { timer.cancel() }
        return wait != .ended
    }

    /// Begins to send the request on `connection`. Returns `false` if the exchange has ended.
    func begin(on connection: HTTPConnection) -> Bool {
        let (isWanted, timer) = machine.withLock { $0.run(on: connection) }
        timer?.cancel()
        return isWanted
    }

    /// Sends the request on another connection, because this one was closed before anything was sent.
    func restart(in pool: ConnectionPool) {
        let (isWanted, timer) = machine.withLock { $0.restart() }
        timer?.cancel()
        if isWanted { pool.start(self) }
    }

    func succeed(_ response: Response) {
        _ = finish(.success(response))
    }

    func fail(_ error: TransportError) {
        _ = finish(.failure(error))
    }

    /// Returns `result` to the caller, and the previous state to this function's caller.
    private func finish(_ result: Result<Response, TransportError>) -> Machine.State {
        let before = machine.withLock { $0.end(result.error) }
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
