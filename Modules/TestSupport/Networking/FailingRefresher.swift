public import Networking
public import Primitives
public import Testing

/// A failing double of ``CredentialRefreshing``, for calls whose credential is good: a renewal records a test failure
/// and throws.
public struct FailingRefresher: CredentialRefreshing {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        let call = UnexpectedCall.record("CredentialRefreshing.refresh(_:)", sourceLocation: sourceLocation)
        throw .fixture(.transport(.other(reason: call.description)))
    }
}
