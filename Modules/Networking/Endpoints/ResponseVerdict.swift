public import Foundation

/// What the body of a response says about its call and the status does not. An endpoint of a protocol that reports
/// failures with the status 200, such as GraphQL, has a function that reads it (``ResponseDecoding``).
public enum ResponseVerdict: Sendable, Equatable {
    /// The status says everything.
    case byStatus
    /// The call failed, in part or as a whole. The response cache does not store the response.
    case incomplete
    /// The server refused the credential, as with the status 401: it is refreshed, and the call is sent once more if
    /// `mayRepeat`. The response cache does not store the response.
    case credentialRefused(mayRepeat: Bool)

    /// Reads a verdict from a response's status and body.
    public typealias Reader = @Sendable (_ status: Int, _ body: Data) -> ResponseVerdict
}
