public import Networking
public import Primitives
public import Testing

/// A failing double of ``CredentialStorage``, for code that has no business with a kept credential: each call records a
/// test failure and throws.
public struct FailingCredentialStorage: CredentialStorage {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public func load() async throws(CredentialStorageError) -> BearerCredential? { throw failure("load()") }

    public func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool {
        throw failure("save(_:replacing:)")
    }

    public func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
        throw failure("clear(ifStill:)")
    }

    private func failure(_ method: String) -> CredentialStorageError {
        let call = UnexpectedCall.record("CredentialStorage.\(method)", sourceLocation: sourceLocation)
        return CredentialStorageError(reason: call.description)
    }
}
