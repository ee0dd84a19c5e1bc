import Files
import Foundation
import Synchronization

/// Lets one run at a time use a queue: `flock(2)` on a file, which the kernel releases if the process dies, or a flag for
/// a queue in memory.
final class RunnerLock: Sendable {
    private let path: String?
    private let isHeld = Atomic(false)

    init(file: URL?) {
        path = file?.path
    }

    /// The lock is held until this object is released or its process ends.
    final class Holding: Sendable {
        private let lock: RunnerLock
        private let file: FileLock?

        fileprivate init(_ lock: RunnerLock) throws(FileError) {
            if let path = lock.path { file = try FileLock(path) } else { file = nil }
            self.lock = lock
        }

        deinit {
            lock.isHeld.store(false, ordering: .releasing)
        }
    }

    /// Acquires the lock. Throws ``TransferQueueError/busy`` if it is held already.
    func hold() throws(TransferQueueError) -> Holding {
        guard !isHeld.exchange(true, ordering: .acquiringAndReleasing) else { throw .busy }
        do throws(FileError) {
            return try Holding(self)
        } catch {
            isHeld.store(false, ordering: .releasing)
            if error.kind == .locked { throw .busy }
            throw .store(reason: "The file \(path ?? "") can't be locked. \(DownloadFailure(error).userMessage)")
        }
    }
}
