import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

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
        private let file: OpenFile?

        fileprivate init(_ lock: RunnerLock, _ file: OpenFile?) {
            self.lock = lock
            self.file = file
        }

        deinit {
            lock.isHeld.store(false, ordering: .releasing)
        }
    }

    /// A box, because a file can't be copied.
    fileprivate final class OpenFile: Sendable {
        let file: PosixFile

        init(_ path: String) throws(DownloadFailure) {
            file = try PosixFile(path, O_RDWR | O_CREAT | O_NOFOLLOW)
            try file.lock()
        }
    }

    /// Acquires the lock. Throws ``TransferQueueError/busy`` if it is held already.
    func hold() throws(TransferQueueError) -> Holding {
        guard !isHeld.exchange(true, ordering: .acquiringAndReleasing) else { throw .busy }
        do throws(DownloadFailure) {
            return Holding(self, try path.map { path throws(DownloadFailure) in try OpenFile(path) })
        } catch {
            isHeld.store(false, ordering: .releasing)
            if error == .busy { throw .busy }
            throw .store(reason: "The file \(path ?? "") can't be locked. \(error.userMessage)")
        }
    }
}
