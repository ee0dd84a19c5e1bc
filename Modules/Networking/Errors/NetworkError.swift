public import Foundation
public import Primitives

/// Why a call failed, with the metadata that a bug report needs. Contains no secret.
public struct NetworkError: Error, Sendable, Equatable {
    // Indirect, because every function between caller and transport reserves memory for this error while the call
    // waits.
    private let content: Content

    private indirect enum Content: Sendable, Equatable {
        case content(Cause, RequestMetadata, concernsRefresh: Bool, exchanges: Int)
    }

    /// Creates an error from its parts.
    public init(_ cause: Cause, _ metadata: RequestMetadata) {
        self.init(cause, metadata, concernsRefresh: false, exchanges: metadata.attempts)
    }

    init(_ cause: Cause, _ metadata: RequestMetadata, concernsRefresh: Bool, exchanges: Int) {
        content = .content(cause, metadata, concernsRefresh: concernsRefresh, exchanges: exchanges)
    }

    /// Why the call failed.
    public var cause: Cause {
        switch content {
        case .content(let cause, _, _, _): cause
        }
    }

    /// The details of the failed call, for logs and bug reports.
    public var metadata: RequestMetadata {
        switch content {
        case .content(_, let metadata, _, _): metadata
        }
    }

    /// Whether ``cause`` is a failed credential refresh and not a failure of the call itself. The server may have used
    /// up the refresh token, so the call must not be retried.
    var concernsRefresh: Bool {
        switch content {
        case .content(_, _, let concernsRefresh, _): concernsRefresh
        }
    }

    /// How many requests of the call were sent. Redirects and repetitions count, and requests of a refresh do not.
    public var exchanges: Int {
        switch content {
        case .content(_, _, _, let exchanges): exchanges
        }
    }

    /// Why the call failed.
    public enum Cause: Sendable, Equatable {
        /// The caller cancelled the call. It is never retried, counted as a failure or shown to the user.
        case cancelled
        /// The request could not be created from the endpoint and its values.
        case invalidRequest(reason: String)
        /// The transport failed: no connection, a lost one, or an invalid response.
        case transport(TransportError)
        /// A time limit passed before the response was complete.
        case timeout(Timeout)
        /// The server responded with a status that the endpoint does not accept (by default, any status outside
        /// 200…299), or with an envelope that contains an error.
        case status(HTTPFailure)
        /// The response's body could not be decoded as the endpoint declares.
        case decoding(DecodingFailure)
        /// The call's credential had to be refreshed, and the token endpoint responded with this status. It is not the
        /// call's own status: a 404 here does not mean a missing user.
        case refresh(HTTPFailure)
        /// The session has ended: the server refused the refresh token, or the user logged out. The user can log in
        /// again.
        case loggedOut
        /// The call was not sent, because its credential belongs to another origin.
        case foreignOrigin
        /// The server redirected the call to a target that can't be followed.
        case redirect(RedirectFailure)
        /// The response's media type is not one that the call accepts, such as JSON or an event stream. Most often the
        /// response is a login page or a proxy's error page. `received` is the media type without parameters.
        case unexpectedMedia(received: String)
        /// A credential could not be loaded, saved or locked; `reason` is one sentence from the storage or the lock.
        case credentialStorage(reason: String)
        /// Nothing was sent, because recent calls to the server failed. Calls are allowed again after `retryAfter`.
        case circuitOpen(retryAfter: Duration)
        /// A failure of a module that imports this one, or of an app's own interceptor.
        case custom(AnyCustomFailure)

        /// Wraps a transport's error. Its cancellation becomes ``cancelled``.
        package init(_ error: TransportError) {
            self = error == .cancelled ? .cancelled : .transport(error)
        }
    }

    /// The time limit that passed.
    public enum Timeout: Sendable, Equatable {
        /// The limit of one attempt.
        case attempt(Duration)
        /// The limit of the call with all its attempts.
        case total(Duration)

        /// The length of the limit.
        public var duration: Duration {
            switch self {
            case .attempt(let duration), .total(let duration): duration
            }
        }
    }

    /// Details of the failed call for logs and bug reports. They contain no secret.
    public struct RequestMetadata: Sendable, Equatable {
        /// The call's id, sent as X-Request-Id, so that you can find the call in the server's log.
        public let requestID: UUID
        /// The call's name, from ``Endpoint/operation``.
        public let operation: String
        /// The method of the request, such as `GET`.
        public let method: String
        /// The URL without user name and password. Query values are redacted, unless their names are among
        /// ``CallContext/publicQueryNames``.
        public let url: String
        /// How many times the request was sent.
        public let attempts: Int

        /// Creates metadata from its parts.
        public init(requestID: UUID, operation: String, method: String, url: String, attempts: Int) {
            self.requestID = requestID
            self.operation = operation
            self.method = method
            self.url = url
            self.attempts = attempts
        }
    }
}

/// Why a redirect was not followed. It does not contain the target, which may be any text.
public enum RedirectFailure: Error, Sendable, Equatable {
    /// The server redirected the call more than `limit` times, most likely in a loop.
    case tooMany(limit: Int)
    /// The target is http, but the request was sent over https, so others on the network could read the next request.
    case insecure
    /// The target is neither http nor https.
    case unsupportedScheme
    /// The target contains a user name or password, which suggests a spoofed address.
    case userInformation
    /// The target is missing or not a valid URL, or there are several targets.
    case invalidTarget
    /// The redirect requires sending the body again (307, 308), but the body can be read only once.
    case bodySpent

    /// The message for users, in English.
    public var userMessage: String { localizableUserMessage.english }

    /// ``userMessage`` with a key for translations.
    public var localizableUserMessage: UserMessage {
        switch self {
        case .tooMany(let limit):
            UserMessage(
                "redirect.tooMany",
                "The server redirected the request more than %1$@ times, most likely in a loop.", "\(limit)")
        case .insecure:
            UserMessage(
                "redirect.insecure",
                "The server redirected the request to an unencrypted address (http), so it was not sent there.")
        case .unsupportedScheme, .userInformation, .invalidTarget:
            UserMessage(
                "redirect.invalidTarget", "The server redirected the request to an unsupported address.")
        case .bodySpent:
            UserMessage(
                "redirect.bodySpent",
                "The server redirected the request, but the uploaded data can't be sent twice. Start the upload again.")
        }
    }
}

/// A failure for ``NetworkError/Cause/custom(_:)``: a failure of a module that imports this one, or of an app's own
/// interceptor.
///
/// ```swift
/// enum QuotaFailure: CustomFailure {
///     case used
///     var name: String { "quota" }
///     var isRetryable: Bool { false }
///     var localizableUserMessage: UserMessage { UserMessage("quota.used", "Today's requests are used up.") }
/// }
///
/// throw call.context.error(.custom(AnyCustomFailure(QuotaFailure.used)), call.request)
/// ```
public protocol CustomFailure: Error, Equatable {
    /// A label for logs and metrics; see ``NetworkError/Cause/name``.
    var name: String { get }
    /// Whether the same call may succeed later. ``RetryInterceptor`` does not repeat it in either case.
    var isRetryable: Bool { get }
    /// The message for users: one sentence, with a key for translations.
    var localizableUserMessage: UserMessage { get }
}

/// A ``CustomFailure`` of any type. Two are equal if their types and values are.
public struct AnyCustomFailure: Sendable, Equatable {
    /// The failure with its own type, for callers that cast it.
    public let base: any CustomFailure

    /// Erases the type of `base`.
    public init(_ base: any CustomFailure) {
        self.base = base
    }

    public static func == (first: Self, second: Self) -> Bool { first.base.isEqual(to: second.base) }
}

extension AnyCustomFailure: CustomStringConvertible {
    /// The failure's own description.
    public var description: String { "\(base)" }
}

extension CustomFailure {
    fileprivate func isEqual(to other: any CustomFailure) -> Bool { other as? Self == self }
}

/// A request that can't be created from an endpoint and its values.
public struct InvalidRequest: Error, Sendable, Equatable {
    /// One sentence in English that describes the fault. It contains no value that the caller passed to the endpoint.
    public let reason: String

    /// Creates an error from its sentence.
    public init(reason: String) {
        self.reason = reason
    }
}
