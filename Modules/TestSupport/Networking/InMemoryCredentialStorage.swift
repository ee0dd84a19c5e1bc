public import Networking
public import Primitives
import Synchronization

/// A fake of ``CredentialStorage`` that keeps one credential for as long as it lives. Two authorities over one such
/// storage are two processes over one store.
public final class InMemoryCredentialStorage: CredentialStorage {
    private let state: Mutex<BearerCredential?>

    /// - Parameter credential: what a sign-in has kept.
    public init(_ credential: BearerCredential? = .fixture()) {
        state = Mutex(credential)
    }

    /// What is kept now.
    public var stored: BearerCredential? { state.withLock { $0 } }

    /// Keeps `credential` whatever was kept before: another process renewed it, or somebody signed in or out.
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
