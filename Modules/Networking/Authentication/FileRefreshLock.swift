public import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// A ``RefreshLock`` for all processes of a machine: `flock(2)` on a file, which the kernel releases if the process
/// dies.
///
/// The file stays empty and is never deleted. Put it next to the credential storage. Several locks on one file exclude
/// one another within a process too. iOS kills an app that is suspended while it holds a lock on a file of its app
/// group: refresh in a background task there.
public final class FileRefreshLock: RefreshLock {
    private let path: String
    private let descriptor = Mutex<Int32?>(nil)

    /// - Parameter file: created on first use, in an existing folder.
    public init(file: URL) {
        path = file.path
    }

    deinit {
        unlock()
    }

    @concurrent
    public func tryLock() async throws(CredentialStorageError) -> Bool {
        // The lock belongs to the open file description, so each holder opens the file itself.
        guard let locked = try openLocked() else { return false }
        descriptor.withLock { $0 = locked }
        return true
    }

    public func unlock() {
        guard let locked = descriptor.withLock({ $0.take() }) else { return }
        // A forked child process shares the open file, so closing it alone would not release the lock.
        _ = flock(locked, LOCK_UN)
        _ = close(locked)
    }

    private func openLocked() throws(CredentialStorageError) -> Int32? {
        while true {
            let file = Self.uninterrupted { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
            guard file >= 0 else { throw failure(errno) }
            guard Self.uninterrupted({ flock(file, LOCK_EX | LOCK_NB) }) == 0 else {
                let code = errno
                _ = close(file)
                if code == EWOULDBLOCK { return nil }
                throw failure(code)
            }
            var (opened, named) = (stat(), stat())
            if fstat(file, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino,
                opened.st_dev == named.st_dev
            {
                return file
            }
            // The file was deleted or replaced meanwhile, so a lock on it excludes no other process.
            _ = close(file)
        }
    }

    private static func uninterrupted(_ call: () -> Int32) -> Int32 {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    private func failure(_ code: Int32) -> CredentialStorageError {
        CredentialStorageError(
            reason: "Could not lock \(path) for a token refresh (\(String(cString: strerror(code)))).")
    }
}
