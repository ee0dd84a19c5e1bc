import Foundation

/// A lock on a file, exclusive by default, by `flock(2)`, for all processes of a machine and within one process. It ends with this
/// value, and the kernel releases it if the process dies.
///
/// The file stays empty and is never deleted, because a lock on a deleted file excludes no other process.
public struct FileLock: ~Copyable, Sendable {
    private let file: PosixFile

    /// Creates the file if it is missing, in an existing folder. Throws ``FileError/Kind/locked`` if another lock is
    /// held on it, unless both are shared.
    public init(_ path: String, isShared: Bool = false) throws(FileError) {
        file = try .locked(path, isShared: isShared)
    }

    /// Waits until the lock is free, for at most `timeout`. It blocks the thread, so call it only on a thread that no tasks
    /// run on, such as that of a database.
    public init(_ path: String, waiting timeout: Duration) throws(FileError) {
        file = try Self.locked(path, waiting: timeout)
    }

    private static func locked(_ path: String, waiting timeout: Duration) throws(FileError) -> PosixFile {
        let end = ContinuousClock.now + timeout
        while true {
            do throws(FileError) {
                return try .locked(path)
            } catch {
                guard error.kind == .locked, ContinuousClock.now < end else { throw error }
                var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
                nanosleep(&pause, nil)
            }
        }
    }

    deinit {
        file.unlock()
    }
}
