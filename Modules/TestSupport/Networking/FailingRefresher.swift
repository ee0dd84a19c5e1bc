public import Networking
public import Primitives

/// A failing double of ``CredentialRefreshing``, for calls whose credential is good: a renewal throws
/// the text of an ``UnexpectedCall``.
public struct FailingRefresher: CredentialRefreshing {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
    }

    public func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        let call = origin.unexpectedCall("CredentialRefreshing.refresh(_:)")
        throw .fixture(.transport(.other(reason: call.description)))
    }
}
