import AsyncHTTPClient
import NIOCore
import Networking
import Synchronization

/// An exchange whose bodies fit in memory: the answer is collected on an event loop, and whoever waits for it is woken
/// once, with all of it.
///
/// It can be ended without any task, and that is why it exists: the client's async functions stop only when the task is
/// cancelled that called them, so that a time limit would need a task for each exchange.
final class BufferedExchange: Sendable {
    private let request: HTTPClient.Request
    private let collector: AnswerCollector
    private let state = Mutex(State.waiting)

    private enum State {
        /// For its turn on the event loop.
        case waiting
        case running(HTTPClient.Task<Void>)
        case ended(TransportError)
    }

    /// - Parameter bodyLimit: how many bytes of a body the answer may have, decoded.
    init(_ request: HTTPClient.Request, bodyLimit: Int) {
        self.request = request
        collector = AnswerCollector(to: request.method, bodyLimit: bodyLimit)
    }

    /// Returns once the whole answer is ``received``; called once. Throws what the client does, or what the exchange was
    /// ended with.
    ///
    /// - Parameter loop: where the answer is collected, and preferably its connection is.
    func run(on client: HTTPClient, at loop: any EventLoop) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // From its event loop, the client reaches the connection, and we the answer, without another change
                // of thread.
                loop.execute { self.start(on: client, loop, continuation) }
            }
        } onCancel: {
            end(with: .cancelled)
        }
    }

    /// What has come of the answer.
    var received: AnswerCollector.Answer? { collector.answer }

    /// How far the exchange has come, on which it depends what its failure means.
    var phase: FailureTranslator.Phase { collector.phase }

    /// Ends the exchange, unless it has ended already; its connection is closed.
    func end(with error: TransportError) {
        let task = state.withLock { state -> HTTPClient.Task<Void>? in
            switch state {
            case .waiting:
                state = .ended(error)
                return nil
            case .running(let task):
                state = .ended(error)
                return task
            case .ended: return nil
            }
        }
        task?.fail(reason: error)
    }

    private func start(
        on client: HTTPClient, _ loop: any EventLoop, _ continuation: CheckedContinuation<Void, any Error>
    ) {
        if case .ended(let error) = state.withLock({ $0 }) { return continuation.resume(throwing: error) }
        let task = client.execute(request: request, delegate: collector, eventLoop: .delegate(on: loop))
        // The client tells its delegate of most ends, and this future of every end.
        task.futureResult.whenComplete { continuation.resume(with: $0) }
        let end = state.withLock { state -> TransportError? in
            if case .ended(let error) = state { return error }
            state = .running(task)
            return nil
        }
        if let end { task.fail(reason: end) }
    }
}
