public import Networking
public import Primitives
import Synchronization

/// A fake of `CredentialStorage` in memory. Two credential providers on one such storage behave like two processes on
/// one store.
public final class InMemoryCredentialStorage: CredentialStorage {
    private let state: Mutex<BearerCredential?>

    /// - Parameter credential: the credential that an earlier login stored; `nil` for none.
    public init(_ credential: BearerCredential? = .fixture()) {
        state = Mutex(credential)
    }

    /// The stored credential.
    public var stored: BearerCredential? { state.withLock { $0 } }

    /// Stores `credential` without a check, as another process does at a refresh, login or logout.
    public func replace(with credential: BearerCredential?) {
        state.withLock { $0 = credential }
    }

    public func load() async throws(CredentialStorageError) -> BearerCredential? { stored }

    public func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool {
        let isStored: Bool? = state.withLock { state in
            guard let stored = state else { return nil }
            guard stored.token == old else { return false }
            state = credential
            return true
        }
        guard let isStored else { throw CredentialStorageError(reason: "The user logged out during the refresh.") }
        return isStored
    }

    public func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
        state.withLock { state in
            if state?.token == token { state = nil }
            return state
        }
    }
}
