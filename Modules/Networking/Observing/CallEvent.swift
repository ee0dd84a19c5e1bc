public import Foundation

/// Something that happened to a call. Holds no header, body, query value or credential, so it can go to any log.
public struct CallEvent: Sendable, Equatable {
    /// The same for all events of one call.
    public let callID: UUID
    public let operation: String
    /// On the client's time source.
    public let uptime: Duration
    public let kind: Kind

    /// An event from its parts.
    public init(callID: UUID, operation: String, uptime: Duration, kind: Kind) {
        self.callID = callID
        self.operation = operation
        self.uptime = uptime
        self.kind = kind
    }

    /// What happened.
    public enum Kind: Sendable, Equatable {
        /// A session was asked to send. The URL is redacted.
        case started(method: String, url: String)
        /// The request goes on the wire, for the `number`th time.
        case attemptStarted(number: Int)
        case responded(status: Int)
        case attemptFailed(NetworkError.Cause)
        /// The server refused the credential; `willRefresh` is false where a newer one was there already.
        case credentialRefused(willRefresh: Bool)
        /// This call's turn to renew the credential for everybody.
        case refreshStarted
        case refreshFinished
        case refreshFailed(NetworkError.Cause)
        /// The session has ended, but its credential is still stored.
        case credentialNotForgotten(reason: String)
        /// The call is sent again with the newer credential.
        case resent
        /// A 401 is final: the body can't be sent twice.
        case notResent(reason: String)
        /// A download was continued, begun anew or given up.
        case download(DownloadDecision)
        case finished
        case failed(NetworkError.Cause)
    }
}
