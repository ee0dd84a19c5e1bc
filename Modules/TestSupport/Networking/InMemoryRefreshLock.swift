public import Networking
import Synchronization

/// A fake of ``RefreshLock`` within one process, which records how it was used. Two authorities over one such lock are two
/// processes.
public final class InMemoryRefreshLock: RefreshLock {
    private let state = Mutex(State())

    private struct State {
        var isHeld = false
        var lockCount = 0
        var failure: CredentialStorageError?
    }

    /// A free lock.
    /// - Parameter failure: what each attempt to lock throws instead.
    public init(failure: CredentialStorageError? = nil) {
        state.withLock { $0.failure = failure }
    }

    /// Whether an authority, or a test, holds the lock now.
    public var isHeld: Bool { state.withLock { $0.isHeld } }

    /// How often the lock was taken so far.
    public var lockCount: Int { state.withLock { $0.lockCount } }

    public func tryLock() async throws(CredentialStorageError) -> Bool {
        let (isTaken, failure) = state.withLock { state -> (Bool, CredentialStorageError?) in
            guard state.failure == nil, !state.isHeld else { return (false, state.failure) }
            state.isHeld = true
            state.lockCount += 1
            return (true, nil)
        }
        if let failure { throw failure }
        return isTaken
    }

    public func unlock() {
        state.withLock { $0.isHeld = false }
    }
}
