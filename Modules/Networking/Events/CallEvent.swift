public import Foundation

/// An event in the course of a call, such as an attempt, a retry or a refused credential.
///
/// It contains no credential, no header value, and no query value except public ones
/// (``CallContext/publicQueryNames``). From bodies it contains only the server's error details (``HTTPFailure``).
/// ``Kind/message`` omits those too, so you can write it to any log.
public struct CallEvent: Sendable, Equatable {
    /// The call's id, the same for all of its events.
    public let callID: UUID
    /// The call's name, from ``Endpoint/operation``.
    public let operation: String
    /// When it happened, on the client's `TimeSource`.
    public let monotonicTime: Duration
    public let kind: Kind

    /// Creates an event from its parts.
    public init(callID: UUID, operation: String, monotonicTime: Duration, kind: Kind) {
        self.callID = callID
        self.operation = operation
        self.monotonicTime = monotonicTime
        self.kind = kind
    }

    /// What happened, with the details of the event.
    public enum Kind: Sendable, Equatable {
        /// The call started. The URL is redacted.
        case started(method: String, url: String)
        /// The request is sent for the `number`th time.
        case attemptStarted(number: Int)
        /// The response arrived: all of it, or only its head if its body is streamed.
        case responded(status: Int)
        /// A streamed body ended: it is complete, was lost, or is not read any further.
        case bodyEnded
        case attemptFailed(NetworkError.Cause)
        /// The server refused the credential; `willRefresh` is false if a newer one is available already.
        case credentialRefused(willRefresh: Bool)
        /// This call started a credential refresh, which all calls share.
        case refreshStarted
        case refreshFinished
        case refreshFailed(NetworkError.Cause)
        /// The credential has expired or expires soon, so it is refreshed. `willWait` is false if the call uses it
        /// meanwhile.
        case credentialExpiring(willWait: Bool)
        /// The call waits for a refresh that another call started.
        case waitingForRefresh
        /// The refresh waits for the ``RefreshLock``, which another process holds.
        case waitingForOtherProcess
        /// The storage contained a newer credential, saved by another process or a login. The call uses it.
        case takenFromOtherProcess
        /// The credential is not refreshed again yet, for this reason.
        case refreshSuppressed(Suppression)
        /// The session has ended, but its credential could not be removed from the storage.
        case credentialNotRemoved(reason: String)
        /// The call is sent again with the newer credential.
        case resent
        /// After a refused credential, the call is not sent again, for this reason.
        case notResent(reason: String)
        /// The call follows a redirect to `url`, which is redacted.
        case redirected(status: Int, url: String)
        /// A redirect is not followed; without a `reason`, because the policy forbids it.
        case redirectNotFollowed(status: Int, reason: RedirectFailure?)
        /// These header fields were removed, because the call goes to another origin.
        case headersStripped(names: [String])
        /// The call continues without its credential, because it was redirected to another origin.
        case credentialWithheld
        /// The server announced that the endpoint is deprecated or will be switched off.
        case deprecated(DeprecationNotice)
        /// The call is sent again after `delay`. `attempt` is its number, which counts retries but, unlike
        /// that of ``attemptStarted(number:)``, no redirects or resends.
        case retryScheduled(attempt: Int, delay: Duration, RetryReason)
        /// The call is not retried, for this reason, so its failure is final.
        case notRetried(RetryRefusal)
        /// This call changed the state of its origin's circuit breaker.
        case circuit(CircuitChange)
        /// An event of a module that imports this one, such as a response cache's decision, or of an app's own
        /// interceptor.
        case custom(AnyCustomEvent)
        /// The local copy could not be updated. The call's outcome is not affected, but local copies may be missing or
        /// out of date.
        case localCopyNotUpdated(reason: String)
        case finished
        case failed(NetworkError.Cause)
    }

    /// Why a credential is not refreshed, for a time that the ``RefreshPolicy`` sets.
    public enum Suppression: Sendable, Equatable {
        /// The server refused a credential that was just refreshed.
        case justRefreshed
        /// The last refresh failed with this cause, less than the policy's ``RefreshPolicy/pause`` ago.
        case justFailed(NetworkError.Cause)
    }
}
