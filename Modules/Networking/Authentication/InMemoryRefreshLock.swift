import Synchronization

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
