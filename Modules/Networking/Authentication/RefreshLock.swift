/// Lets one holder at a time refresh a credential that several processes share.
///
/// A server that rotates refresh tokens ends the session if it receives one twice. So an authority takes the lock, loads
/// the stored credential, refreshes it unless another process has done so, saves the next one and releases the lock.
///
/// The lock ends with its process and depends on no clock, because wall clocks jump and differ between processes.
/// ``FileRefreshLock`` serves all processes of a machine, ``InMemoryRefreshLock`` the authorities of one.
public protocol RefreshLock: Sendable {
    /// Takes the lock if it is free. Returns `false`, without waiting, while it is held in this process or in another one.
    func tryLock() async throws(CredentialStorageError) -> Bool

    /// Releases the lock, which only its holder may do.
    func unlock()
}
