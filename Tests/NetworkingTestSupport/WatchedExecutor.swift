import Dispatch
import Foundation
import Synchronization

/// A serial executor that knows whether the asking code runs on it, as a screen's would.
public final class WatchedExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "watched")
    private let thread = Mutex<ObjectIdentifier?>(nil)

    /// An executor with a queue of its own.
    public init() {}

    /// Whether the caller's thread is running a job of this executor.
    public var isCurrent: Bool {
        let asking = ObjectIdentifier(Thread.current)
        return thread.withLock { $0 == asking }
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            let running = ObjectIdentifier(Thread.current)
            thread.withLock { $0 = running }
            job.runSynchronously(on: asUnownedSerialExecutor())
            thread.withLock { $0 = nil }
        }
    }
}
