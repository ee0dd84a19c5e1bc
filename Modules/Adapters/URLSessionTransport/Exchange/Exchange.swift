import Dispatch
import Foundation
import HTTPTypes
import Networking
import Primitives
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One running exchange, which performs the actions that its ``ExchangeMachine`` returns.
final class Exchange: Sendable {
    private struct State {
        var machine: ExchangeMachine
        var task: URLSessionTask?
        var caller: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>?
        var reader: CheckedContinuation<Result<Data?, TransportError>, Never>?
        var watch: Task<Void, Never>?
    }

    let upload: Upload
    private let state: Mutex<State>
    private let idleTimeout: Duration
    private let time: any TimeSource
    /// The queue that calls the methods of tasks. `URLSessionTask.cancel()` waits for URLSession's own queue. In a
    /// cancellation handler that would deadlock, because the handler holds a lock that URLSession's queue may need.
    private let control: DispatchQueue

    init(
        _ method: HTTPRequest.Method, upload: Upload, limits: BodyLimits,
        configuration: URLSessionTransportConfiguration, control: DispatchQueue
    ) {
        self.upload = upload
        self.control = control
        idleTimeout = configuration.idleTimeout
        time = configuration.timeSource
        state = Mutex(State(machine: ExchangeMachine(method: method, limits: limits, at: time.monotonicTime)))
    }

    /// Runs `start` on the control queue and returns the head of the response.
    func head(starting start: @escaping @Sendable (Exchange) -> Void) async throws(TransportError) -> HTTPResponse {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let failure = state.withLock { state in
                    // If the cancellation handler ran first, the failure is set. If not, the handler finds the caller.
                    if let failure = state.machine.failure { return failure as TransportError? }
                    state.caller = continuation
                    return nil
                }
                if let failure { return continuation.resume(returning: .failure(failure)) }
                control.async { start(self) }
            }
        } onCancel: {
            end(with: .cancelled)
        }
        return try outcome.get()
    }

    /// The next bytes of the body, or `nil` at its end. Only one task may read at a time.
    func nextBytes() async throws(TransportError) -> Data? {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (outcome, actions) = state.withLock { state in
                    let (reading, actions) = state.machine.read(at: time.monotonicTime)
                    if case .now(let outcome) = reading { return (outcome as Result<Data?, TransportError>?, actions) }
                    state.reader = continuation
                    return (nil, actions)
                }
                perform(actions)
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            end(with: .cancelled)
        }
        return try outcome.get()
    }

    /// Ends the exchange early with `error`. Does nothing if it was already ended early. May be called on any thread.
    func end(with error: TransportError) {
        advance { $0.force(error) }
    }
}

// MARK: Events of URLSession

extension Exchange {
    /// Whether the exchange has ended, perhaps before it began.
    var isOver: Bool { state.withLock { $0.machine.isOver } }

    /// Stores the task of this exchange, which must not be resumed yet, and starts the idle timer. Returns `false` if
    /// the exchange has ended in the meantime. Call it on the control queue.
    func begin(_ task: URLSessionTask) -> Bool {
        let isOver = state.withLock { state in
            guard !state.machine.isOver else { return true }
            state.task = task
            state.watch = Task { [time] in
                while let pause = self.checkIdle() {
                    do { try await time.sleep(for: pause) } catch { return }
                }
            }
            return false
        }
        return !isOver
    }

    func receive(_ head: HTTPResponse) {
        advance { $0.receive(head, at: time.monotonicTime) }
    }

    func receive(_ bytes: Data) {
        advance { $0.receive(bytes, at: time.monotonicTime) }
    }

    func sent() {
        state.withLock { $0.machine.sent(at: time.monotonicTime) }
    }

    func complete(_ error: TransportError?, head: HTTPResponse?) {
        advance { $0.complete(error, head: head) }
        state.withLock { $0.task = nil }
    }

    func challenge(head: HTTPResponse?) {
        advance { $0.challenge(head: head) }
    }

    func mayRefuseRedirect() -> Bool {
        state.withLock { $0.machine.mayRefuseRedirect() }
    }
}

// MARK: Actions of the machine

extension Exchange {
    private func checkIdle() -> Duration? {
        let (next, actions) = state.withLock { $0.machine.checkIdle(limit: idleTimeout, at: time.monotonicTime) }
        perform(actions)
        return next
    }

    private func advance(_ step: (inout ExchangeMachine) -> [ExchangeMachine.Action]) {
        perform(state.withLock { step(&$0.machine) })
    }

    /// Performs the actions outside the lock, because a continuation's task may resume at once and call this exchange
    /// again.
    private func perform(_ actions: [ExchangeMachine.Action]) {
        for action in actions {
            switch action {
            case .response(let outcome): state.withLock { $0.caller.take() }?.resume(returning: outcome)
            case .deliver(let outcome): state.withLock { $0.reader.take() }?.resume(returning: outcome)
            case .cancelTask: withTask { $0.cancel() }
            case .suspendTask: withTask { $0.suspend() }
            case .resumeTask: withTask { $0.resume() }
            case .release:
                state.withLock { $0.watch.take() }?.cancel()
            }
        }
    }

    private func withTask(_ action: @escaping @Sendable (URLSessionTask) -> Void) {
        guard let task = state.withLock({ $0.task }) else { return }
        control.async { action(task) }
    }
}
