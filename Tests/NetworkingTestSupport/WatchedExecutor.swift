import Dispatch
import Foundation
import Synchronization

/// A serial executor that reports whether the calling code runs on it, in place of a screen's main actor.
public final class WatchedExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "watched")
    private let thread = Mutex<ObjectIdentifier?>(nil)

    /// An executor with its own queue.
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
