import Synchronization

/// Runs tasks one job at a time on the calling thread, in the order in which they became ready. A race on a real
/// machine has one fixed order here.
final class StepExecutor: TaskExecutor {
    private let jobs = Mutex(Jobs())

    /// A first-in, first-out queue that does not move its elements at each step.
    private struct Jobs {
        private var ready: [UnownedJob] = []
        private var position = 0

        mutating func append(_ job: UnownedJob) {
            ready.append(job)
        }

        mutating func next() -> UnownedJob? {
            guard position < ready.count else {
                ready.removeAll(keepingCapacity: true)
                position = 0
                return nil
            }
            defer { position += 1 }
            return ready[position]
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs jobs until none is ready.
    func runUntilIdle() {
        while let job = jobs.withLock({ $0.next() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
