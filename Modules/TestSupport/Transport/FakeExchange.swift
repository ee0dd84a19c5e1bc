import Networking
import Synchronization

/// One call of a ``FakeTransport``. Its work, its caller or the transport ends it, whichever is first.
final class FakeExchange: Sendable {
    typealias Outcome = Result<ServerResponse, TransportError>

    private enum State {
        case created
        case running(CheckedContinuation<Outcome, Never>, Task<Void, Never>)
        case ended(Outcome)
    }

    private let state = Mutex(State.created)

    /// Runs `work` in a task of its own, so that work that ignores its cancellation delays no caller.
    func run(
        _ work: @escaping @Sendable () async throws(TransportError) -> ServerResponse
    ) async throws(TransportError) -> ServerResponse {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let task = Task {
                    do throws(TransportError) {
                        end(with: .success(try await work()))
                    } catch {
                        end(with: .failure(error))
                    }
                }
                begin(continuation, task)
            }
        } onCancel: {
            end(with: .failure(.cancelled))
        }
        return try outcome.get()
    }

    /// Ends the exchange. Only the first outcome counts.
    func end(with outcome: Outcome) {
        let running: (CheckedContinuation<Outcome, Never>, Task<Void, Never>)? = state.withLock { state in
            switch state {
            case .created:
                state = .ended(outcome)
                return nil
            case .running(let continuation, let task):
                state = .ended(outcome)
                return (continuation, task)
            case .ended:
                return nil
            }
        }
        guard let (continuation, task) = running else { return }
        continuation.resume(returning: outcome)
        task.cancel()
    }

    private func begin(_ continuation: CheckedContinuation<Outcome, Never>, _ task: Task<Void, Never>) {
        let ended: Outcome? = state.withLock { state in
            if case .ended(let outcome) = state { return outcome }
            state = .running(continuation, task)
            return nil
        }
        guard let ended else { return }
        continuation.resume(returning: ended)
        task.cancel()
    }
}
