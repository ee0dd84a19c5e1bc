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
        /// The server refused the credential; `willRefresh` is false if a newer credential is available already.
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
        /// A redirect is not followed. If there is no `reason`, the policy forbids redirects.
        case redirectNotFollowed(status: Int, reason: RedirectFailure?)
        /// These header fields were removed, because the call goes to another origin.
        case headersStripped(names: [String])
        /// The call continues without its credential, because it was redirected to another origin.
        case credentialWithheld
        /// The server announced that the endpoint is deprecated or will be switched off.
        case deprecated(DeprecationNotice)
        /// The call is sent again after `delay`. `attempt` is the number of the new attempt, which counts only retries. The
        /// number in ``attemptStarted(number:)`` counts redirects and resends too.
        case retryScheduled(attempt: Int, delay: Duration, RetryReason)
        /// The call is not retried, for this reason, so its failure is final.
        case notRetried(RetryRefusal)
        /// This call changed the state of its origin's circuit breaker.
        case circuit(CircuitChange)
        /// An event of a module that imports this one, such as a response cache's decision, or of an app's own
        /// interceptor.
        case custom(AnyCustomEvent)
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

extension CallEvent.Kind {
    /// The case without its values, such as `attemptStarted`, or a custom event's own name. Use it as a label for
    /// metrics.
    public var name: String {
        if case .custom(let event) = self { return event.base.name }
        // A case without values has no children and prints as its name.
        return Mirror(reflecting: self).children.first?.label ?? "\(self)"
    }
}

extension CallEvent.Kind {
    /// One line for developers: what was decided, and why. For a failure, the line contains only the name, so a log
    /// receives no error text from a server.
    public var message: String {
        switch self {
        case .started(let method, let url): "started \(method) \(url)"
        case .attemptStarted(let number): "attempt \(number) started"
        case .responded(let status): "responded with \(status)"
        case .bodyEnded: "body ended"
        case .attemptFailed(let cause): "attempt failed: \(cause.name)"
        case .credentialRefused(willRefresh: true): "server refused the token"
        case .credentialRefused(willRefresh: false): "server refused the token, using a newer one"
        case .refreshStarted: "token refresh started"
        case .refreshFinished: "token refreshed"
        case .refreshFailed(let cause): "token refresh failed: \(cause.name)"
        case .credentialNotRemoved(let reason): "token not removed from the storage: \(reason)"
        case .resent: "retrying with the new token"
        case .notResent(let reason): "not retried with the new token: \(reason)"
        case .redirected(let status, let url): "redirected (\(status)) to \(url)"
        case .redirectNotFollowed(let status, let reason):
            "redirect (\(status)) not followed: \(reason?.name ?? "by policy")"
        case .headersStripped(let names): "headers removed for another origin: \(names.joined(separator: ", "))"
        case .credentialWithheld: "credential not sent to another origin"
        case .deprecated(let notice): notice.message
        case .retryScheduled(let attempt, let delay, let reason):
            "retrying in \(delay.short) (attempt \(attempt)): \(reason)"
        case .notRetried(let refusal): "not retried: \(refusal)"
        case .circuit(let change): "circuit breaker \(change)"
        case .credentialExpiring(willWait: true): "token expired, waiting for refresh"
        case .credentialExpiring(willWait: false): "token expires soon, refreshing it in the background"
        case .waitingForRefresh: "waiting for a token refresh that another call started"
        case .waitingForOtherProcess: "waiting for another process to refresh the token"
        case .takenFromOtherProcess: "using a newer token that another process stored"
        case .refreshSuppressed(.justRefreshed): "token not refreshed again, because it was just refreshed"
        case .refreshSuppressed(.justFailed(let cause)):
            "token not refreshed again, because a refresh just failed: \(cause.name)"
        case .custom(let event): event.base.message
        case .finished: "finished"
        case .failed(let cause): "failed: \(cause.name)"
        }
    }
}

/// An event for ``CallEvent/Kind/custom(_:)``: an event of a module that imports this one, or of an app's own
/// interceptor. Like every event, it must not contain secrets.
///
/// ```swift
/// struct QuotaEvent: CustomEvent {
///     let left: Int
///     var name: String { "quota" }
///     var fields: [String: String] { ["left": "\(left)"] }
///     var message: String { "\(left) requests left" }
/// }
///
/// call.context.report(.custom(AnyCustomEvent(QuotaEvent(left: 3))))
/// ```
public protocol CustomEvent: Sendable, Equatable {
    /// A label for logs and metrics, the same for all values of a type.
    var name: String { get }
    /// The event's values for a structured log: few and short.
    var fields: [String: String] { get }
    /// One line for developers that makes sense without the name.
    var message: String { get }
}

/// A ``CustomEvent`` of any type. Two are equal if their types and values are.
public struct AnyCustomEvent: Sendable, Equatable {
    /// The event with its own type, for monitors that cast it.
    public let base: any CustomEvent

    /// Erases the type of `base`.
    public init(_ base: any CustomEvent) {
        self.base = base
    }

    public static func == (first: Self, second: Self) -> Bool { first.base.isEqual(to: second.base) }
}

extension CustomEvent {
    fileprivate func isEqual(to other: any CustomEvent) -> Bool { other as? Self == self }
}
