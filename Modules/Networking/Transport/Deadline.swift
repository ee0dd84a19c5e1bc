import Primitives
import Synchronization

/// The moment at which a call ends, and the timeout that it then throws.
public struct Deadline: Sendable, Equatable {
    /// When the call ends, on the monotonic clock of its time source.
    public let moment: Duration
    /// The limit that sets this deadline, and its length.
    public let timeout: NetworkError.Timeout

    /// - Parameter start: when `timeout` begins, on the monotonic clock of the call's time source.
    public init(_ timeout: NetworkError.Timeout, from start: Duration) {
        moment = start + timeout.duration
        self.timeout = timeout
    }
}

extension Deadline {
    /// Runs `work`, cancels it at the deadline, and waits for its end. The value is late if the deadline came first.
    ///
    /// `work` runs in a task of its own, because only a task can be cancelled independently of its caller. The timer is
    /// set when that task suspends: work that ends at once costs no timer and, if it can begin on the caller's thread,
    /// no thread change.
    ///
    /// The guarantees are those of a task group: the task is cancelled with the caller, and has ended when this method
    /// returns. A group costs twice as much. From the main actor it also costs two thread changes even if nothing
    /// waits, because entering a group leaves the actor (Swift 6.3).
    func outcome<Value: Sendable>(
        on time: any TimeSource, of work: @escaping @Sendable () async -> Value
    ) async -> (value: Value, isLate: Bool) {
        let race = Race()
        let isCancelled = Task.isCancelled
        let task = Self.start {
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            let value = await work()
            _ = race.isWon(by: .work)
            return value
        }
        guard race.winner == nil else { return (await task.value, false) }
        let timer = time.setTimer(at: moment) {
            if race.isWon(by: .deadline) { task.cancel() }
        }
        defer { timer.cancel() }
        let value = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return (value, race.winner == .deadline)
    }

    /// Starts `work` at once, on the caller's thread and with the caller's preferred executor. Older systems can't
    /// report that executor and start `work` on the default one.
    private static func start<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Value
    ) -> Task<Value, Never> {
        guard #available(macOS 26.4, iOS 26.4, tvOS 26.4, *) else { return Task { await work() } }
        let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
        return Task.immediate(executorPreference: executor) { await work() }
    }

    /// Records whether the work or the deadline came first.
    private final class Race: Sendable {
        enum Runner {
            case work, deadline
        }

        private let first = Mutex(Runner?.none)

        /// `nil` until the work has ended or the deadline has passed.
        var winner: Runner? { first.withLock(\.self) }

        /// Records `runner`. Returns `false` if the other one came first.
        func isWon(by runner: Runner) -> Bool {
            first.withLock { first in
                if first == nil { first = runner }
                return first == runner
            }
        }
    }
}
