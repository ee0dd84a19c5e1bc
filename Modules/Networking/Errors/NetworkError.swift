public import Foundation

/// Why a call did not give a value, with the evidence that a bug report needs and no secret.
public struct NetworkError: Error, Sendable, Equatable {
    // Behind a reference: every function between a caller and the transport holds room for this error while the call waits.
    private let content: Content

    private indirect enum Content: Sendable, Equatable {
        case content(Cause, RequestMetadata, concernsRefresh: Bool)
    }

    /// An error from its parts.
    public init(_ cause: Cause, _ metadata: RequestMetadata) {
        self.init(cause, metadata, concernsRefresh: false)
    }

    init(_ cause: Cause, _ metadata: RequestMetadata, concernsRefresh: Bool) {
        content = .content(cause, metadata, concernsRefresh: concernsRefresh)
    }

    public var cause: Cause {
        switch content {
        case .content(let cause, _, _): cause
        }
    }

    public var metadata: RequestMetadata {
        switch content {
        case .content(_, let metadata, _): metadata
        }
    }

    /// The call's own exchange did not fail with ``cause``: refreshing its credential did. The server may have taken the
    /// refresh token all the same, so the call must not be sent again.
    var concernsRefresh: Bool {
        switch content {
        case .content(_, _, let concernsRefresh): concernsRefresh
        }
    }

    /// What happened.
    public enum Cause: Sendable, Equatable {
        /// The caller gave up. Passed on as it is: never retried, counted or shown.
        case cancelled
        /// The request could not be made from what the caller gave.
        case invalidRequest(reason: String)
        /// The exchange failed below HTTP.
        case transport(TransportError)
        /// Time ran out before the answer was complete.
        case timeout(Timeout)
        /// The server answered, with a status outside 200…299.
        case status(HTTPFailure)
        /// The answer is not what the endpoint promised.
        case decoding(DecodingFailure)
        /// The call was refused for its credential, and the server answered the renewal with this status. It says nothing
        /// about what the call asked for: a 404 here is no missing user.
        case refresh(HTTPFailure)
        /// The session is over: the server refused to renew it, or somebody signed out. Signing in again helps.
        case loggedOut
        /// A credential would have gone to an origin that it doesn't belong to.
        case foreignOrigin
        /// The server sent the call on to where it can't go.
        case redirect(RedirectFailure)
        /// The answer is of another media type than the JSON that the endpoint promises: a login page or a proxy's,
        /// most often. `received` is the type without parameters.
        case unexpectedMedia(received: String)
        /// Renewed credentials could not be kept; `reason` is the store's.
        case credentialStorage(reason: String)
        /// The server kept failing, so nothing was sent. It is tried again after `retryAfter`.
        case circuitOpen(retryAfter: Duration)
        /// A failure of a module above this one, or of an app's own interceptor.
        case custom(AnyCustomFailure)

        /// A transport's error; of its cancellation only the one case is left that all layers know.
        package init(_ error: TransportError) {
            self = error == .cancelled ? .cancelled : .transport(error)
        }
    }

    /// Which of the caller's limits was reached.
    public enum Timeout: Sendable, Equatable {
        /// One attempt took too long.
        case attempt(Duration)
        /// The call with all its attempts took too long.
        case total(Duration)

        /// How long the limit is.
        public var duration: Duration {
            switch self {
            case .attempt(let duration), .total(let duration): duration
            }
        }
    }

    /// What is known about the call, safe to show to anybody.
    public struct RequestMetadata: Sendable, Equatable {
        /// Sent as X-Request-Id: by it the server's log is searched.
        public let requestID: UUID
        /// The endpoint's operation.
        public let operation: String
        public let method: String
        /// Without user. Query values are redacted, except those under ``CallContext/publicQueryNames``.
        public let url: String
        /// How often the request was put on the wire.
        public let attempts: Int

        /// Evidence from its parts.
        public init(requestID: UUID, operation: String, method: String, url: String, attempts: Int) {
            self.requestID = requestID
            self.operation = operation
            self.method = method
            self.url = url
            self.attempts = attempts
        }
    }
}
