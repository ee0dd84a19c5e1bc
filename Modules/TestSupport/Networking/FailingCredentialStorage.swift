public import Networking
public import Primitives

/// A failing double of ``CredentialStorage``, for code that has no business with a kept credential: each call throws
/// the text of an ``UnexpectedCall``.
public struct FailingCredentialStorage: CredentialStorage {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
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
        let call = origin.unexpectedCall("CredentialStorage.\(method)")
        return CredentialStorageError(reason: call.description)
    }
}
