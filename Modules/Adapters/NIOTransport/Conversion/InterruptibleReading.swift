import Synchronization

/// Makes a read cancellable that runs in somebody else's task.
///
/// The client reads a request's body in a task of its own, which it never cancels: a body that waits for its next bytes
/// would wait on after the exchange is over. Handing every chunk over from a task of ours costs two changes of thread, as
/// much as sending it; this costs two uncontended locks.
final class InterruptibleReading: Sendable {
    private enum State {
        case idle
        case reading(TaskReference)
        case interrupted
    }

    // Unchecked because `cancel()` may be called from anywhere during the closure that the reference was given to, and both
    // ends of that time lie behind the lock.
    private struct TaskReference: @unchecked Sendable {
        let task: UnsafeCurrentTask
    }

    private let state = Mutex(State.idle)

    /// Runs `read` so that ``interrupt()`` cancels its task; throws `CancellationError` if it was interrupted before.
    @concurrent
    func run<Result>(_ read: () async throws -> Result) async throws -> Result {
        try await withUnsafeCurrentTask { task in
            guard let task else { return try await read() }
            let reference = TaskReference(task: task)
            try state.withLock { state in
                if case .interrupted = state { throw CancellationError() }
                state = .reading(reference)
            }
            defer {
                state.withLock { state in
                    if case .reading = state { state = .idle }
                }
            }
            return try await read()
        }
    }

    /// Cancels the read under way, if there is one, and all later ones.
    func interrupt() {
        state.withLock { state in
            if case .reading(let reference) = state { reference.task.cancel() }
            state = .interrupted
        }
    }
}
