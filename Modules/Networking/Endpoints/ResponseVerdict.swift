public import Foundation

/// The outcome of a call according to the response's body, for a protocol that reports failures with the status 200,
/// such as GraphQL. An endpoint of such a protocol has a function that reads it (``ResponseDecoding``).
public enum ResponseVerdict: Sendable, Equatable {
    /// The body adds nothing to the status.
    case byStatus
    /// The call failed, in part or as a whole. The response cache does not store the response.
    case incomplete
    /// The server refused the credential, as with the status 401. If `mayRepeat`, it is refreshed and the call is sent
    /// once more; otherwise the next call refreshes it. The response cache does not store the response.
    case credentialRefused(mayRepeat: Bool)

    /// Reads a verdict from a response's status and body.
    public typealias Reader = @Sendable (_ status: Int, _ body: Data) -> ResponseVerdict
}
