import Files
public import Foundation
import Synchronization

/// A ``RefreshLock`` for all processes of a machine: `flock(2)` on a file, which the kernel releases if the process
/// dies.
///
/// The file stays empty and is never deleted. Put it next to the credential storage. Several locks on one file exclude
/// one another within a process too. iOS kills an app that is suspended while it holds a lock on a file of its app
/// group: refresh in a background task there.
public final class FileRefreshLock: RefreshLock {
    private let path: String
    private let held = Mutex<FileLock?>(nil)

    /// - Parameter file: created on first use, in an existing folder.
    public init(file: URL) {
        path = file.path
    }

    @concurrent
    public func tryLock() async throws(CredentialStorageError) -> Bool {
        do throws(FileError) {
            try held.withLock { held throws(FileError) in held = try FileLock(path) }
            return true
        } catch {
            if error.kind == .locked { return false }
            throw CredentialStorageError(reason: "Could not lock \(path) for a token refresh (\(error)).")
        }
    }

    public func unlock() {
        held.withLock { $0 = nil }
    }
}
