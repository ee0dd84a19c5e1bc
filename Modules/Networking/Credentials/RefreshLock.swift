import Files
public import Foundation
import Synchronization

/// Lets one holder at a time refresh a credential that several processes share.
///
/// A server that rotates refresh tokens ends the session if it receives one twice. So a credential provider acquires
/// the lock, loads the stored credential, refreshes it unless another process has done so, saves the new one and
/// releases the lock.
///
/// The lock ends with its process and depends on no clock, because wall clocks jump and differ between processes.
/// ``FileRefreshLock`` works across the processes of a machine, ``InMemoryRefreshLock`` within one process.
public protocol RefreshLock: Sendable {
    /// Acquires the lock if it is free. Returns `false`, without waiting, while this or another process holds it.
    func tryLock() async throws(CredentialStorageError) -> Bool

    /// Releases the lock. Only its holder may call this.
    func unlock()
}

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
            throw CredentialStorageError(reason: "Could not lock \(path) (\(error)).")
        }
    }

    public func unlock() {
        held.withLock { $0 = nil }
    }
}

/// A ``RefreshLock`` for all credential providers of one process.
public final class InMemoryRefreshLock: RefreshLock {
    private let state = Atomic(false)

    /// Creates a lock that is free.
    public init() {}

    /// Whether a credential provider holds the lock now.
    public var isHeld: Bool { state.load(ordering: .acquiring) }

    public func tryLock() async throws(CredentialStorageError) -> Bool {
        !state.exchange(true, ordering: .acquiringAndReleasing)
    }

    public func unlock() {
        state.store(false, ordering: .releasing)
    }
}
