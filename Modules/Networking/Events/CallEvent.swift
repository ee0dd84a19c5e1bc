public import Foundation

/// Something that happened to a call. Holds no credential, no value of a header, and no query value except those that the
/// client has marked public (``CallContext/publicQueryNames``). Of bodies it holds only what a server says of a failure
/// (``HTTPFailure``); ``Kind/message`` leaves that out too, so it can go to any log.
public struct CallEvent: Sendable, Equatable {
    /// The same for all events of one call.
    public let callID: UUID
    public let operation: String
    /// On the client's time source.
    public let monotonicTime: Duration
    public let kind: Kind

    /// An event from its parts.
    public init(callID: UUID, operation: String, monotonicTime: Duration, kind: Kind) {
        self.callID = callID
        self.operation = operation
        self.monotonicTime = monotonicTime
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
        /// The credential's end is near or over, by its own word: it is renewed though nobody has refused it. `willWait` is
        /// false where the call goes on with it meanwhile.
        case credentialEnding(willWait: Bool)
        /// The call waits for a renewal that another call has begun.
        case waitingForRefresh
        /// Another process that shares the storage renews just now: its credential is waited for.
        case waitingForOtherProcess
        /// Another process had renewed the credential: no renewal was needed, or this one's came too late.
        case takenFromOtherProcess
        /// The credential is not renewed again so soon.
        case refreshSuppressed(Suppression)
        /// The session has ended, but its credential is still stored.
        case credentialNotForgotten(reason: String)
        /// The call is sent again with the newer credential.
        case resent
        /// A 401 is final: the body can't be sent twice.
        case notResent(reason: String)
        /// The call goes on to `url`, which is redacted.
        case redirected(status: Int, url: String)
        /// A redirect is not followed; without a `reason`, by the policy.
        case redirectNotFollowed(status: Int, reason: RedirectFailure?)
        /// These fields stay behind: the call goes to another origin.
        case headersStripped(names: [String])
        /// From here on the call goes without its credential: it was sent to another origin.
        case credentialWithheld
        /// The server says that what was called is on its way out.
        case deprecated(DeprecationNotice)
        /// The call is sent again after `delay`, for the `attempt`th time as its retries count.
        case retryScheduled(attempt: Int, delay: Duration, RetryReason)
        /// A failure is final.
        case notRetried(RetryRefusal)
        /// A second attempt begins, because the first was not done after this time.
        case hedged(after: Duration)
        /// The first attempt is slow and stays alone.
        case notHedged(RetryRefusal)
        /// This call's ending, or its turn, changed its origin's circuit.
        case circuit(CircuitChange)
        /// An event of a module above this one, such as a response cache's decision, or of an app's own interceptor.
        case custom(AnyCustomEvent)
        /// The outcome stands, but this machine could not store it: copies may be missing or out of date.
        case localCopyNotUpdated(reason: String)
        case finished
        case failed(NetworkError.Cause)
    }

    /// Why a credential that needs renewing is not renewed; for how long is the ``RefreshPolicy``'s.
    public enum Suppression: Sendable, Equatable {
        /// The server refuses what it has just given out: its refusal stands.
        case justRefreshed
        /// The last attempt failed so, and this one would too.
        case justFailed(NetworkError.Cause)
    }
}
