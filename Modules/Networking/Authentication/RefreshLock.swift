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
