public import Networking
import Synchronization

/// A fake of ``CredentialStorage`` that keeps one credential for as long as it lives. Two authorities over one such
/// storage are two processes over one store.
public final class InMemoryCredentialStorage: CredentialStorage {
    private let credential: Mutex<BearerCredential?>

    /// - Parameter credential: what a sign-in has kept.
    public init(_ credential: BearerCredential? = .fixture()) {
        self.credential = Mutex(credential)
    }

    /// What is kept now.
    public var kept: BearerCredential? { credential.withLock { $0 } }

    /// Keeps `credential` whatever was kept before: another process renewed it, or somebody signed in or out.
    public func replace(with credential: BearerCredential?) {
        self.credential.withLock { $0 = credential }
    }

    public func load() async throws(CredentialStorageError) -> BearerCredential? { kept }

    public func save(_ credential: BearerCredential) async throws(CredentialStorageError) {
        let isKept = self.credential.withLock { kept in
            guard kept != nil else { return false }
            kept = credential
            return true
        }
        guard isKept else { throw CredentialStorageError(reason: "Somebody signed out meanwhile.") }
    }

    public func clear() async throws(CredentialStorageError) {
        credential.withLock { $0 = nil }
    }
}
