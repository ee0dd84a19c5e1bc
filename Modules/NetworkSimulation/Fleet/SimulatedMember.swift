public import Networking
public import TestSupport

/// A user who is logged in to a ``SimulatedBackend`` in one process.
public struct SimulatedMember: Sendable {
    /// The number of the user at the backend.
    public let user: Int
    public let credentialProvider: CredentialProvider
    public let session: Session<TestMember>
}
