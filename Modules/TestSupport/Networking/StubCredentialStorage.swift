public import Networking
public import Primitives

/// A stub of ``CredentialStorage``: ``load()`` answers what the test said, writes are taken and forgotten, and each of
/// them can be told to fail.
public struct StubCredentialStorage: CredentialStorage {
    private let credential: BearerCredential?
    private let failures: [Operation: CredentialStorageError]

    /// What can be told to fail.
    public enum Operation: Sendable, Hashable {
        case load, save, clear
    }

    /// - Parameters:
    ///   - credential: what ``load()`` answers.
    ///   - failures: what throws instead.
    public init(_ credential: BearerCredential? = .fixture(), failures: [Operation: CredentialStorageError] = [:]) {
        self.credential = credential
        self.failures = failures
    }

    public func load() async throws(CredentialStorageError) -> BearerCredential? {
        try fail(at: .load)
        return credential
    }

    public func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool {
        try fail(at: .save)
        return true
    }

    public func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
        try fail(at: .clear)
        return credential?.token == token ? nil : credential
    }

    private func fail(at operation: Operation) throws(CredentialStorageError) {
        if let failure = failures[operation] { throw failure }
    }
}
