public import Primitives

/// A failure of the network, the server or this machine. It consists of plain values and has no error of another
/// module.
public struct ServiceFailure: Sendable, Equatable {
    /// The category, for screens that react differently to some failures, and for exit codes.
    public let kind: Kind
    /// What happened and what the user can do, with a key for translation.
    public let localizableUserMessage: UserMessage
    /// The server's own words, if it sent any. They say more than a sentence of the app can, and have no translation.
    public let serverMessage: UserMessage?
    /// How long to wait until the same call may succeed; `nil` if neither the server nor the circuit breaker says so.
    public let retryAfter: Duration?
    /// The request that failed; `nil` if none was sent.
    public let request: Request?
    /// One line for developers: logs and bug reports. Contains no secret.
    public let diagnostic: String

    /// - Parameters:
    ///   - isServerMessage: whether `userMessage` is in the server's own words.
    ///   - diagnostic: must contain no secret.
    public init(
        _ kind: Kind, _ userMessage: UserMessage, isServerMessage: Bool = false, retryAfter: Duration? = nil,
        request: Request? = nil, diagnostic: String
    ) {
        self.kind = kind
        localizableUserMessage = userMessage
        serverMessage = isServerMessage ? userMessage : nil
        self.retryAfter = retryAfter
        self.request = request
        self.diagnostic = diagnostic
    }

    /// A failure to read or write local data.
    ///
    /// - Parameter reason: one sentence for users.
    public static func storage(reason: String, diagnostic: String) -> ServiceFailure {
        ServiceFailure(.storage, UserMessage("service.storage", "%1$@", reason), diagnostic: diagnostic)
    }

    /// The call read stored data only, and this data was never fetched. An empty result would wrongly mean that there
    /// is no such data.
    public static var neverFetched: ServiceFailure {
        ServiceFailure(
            .neverFetched, UserMessage("service.neverFetched", "This machine has not fetched this yet."),
            diagnostic: "never fetched")
    }

    /// A failure of a kind that no service expects, such as an error of a library. The error's description becomes the
    /// diagnostic, so it must contain no secret.
    public static func unexpected(_ error: any Error) -> ServiceFailure {
        ServiceFailure(
            .unexpected, UserMessage("service.unexpected", "The operation failed unexpectedly. Try again."),
            diagnostic: "\(error)")
    }

    /// ``localizableUserMessage`` in English.
    public var userMessage: String { localizableUserMessage.english }

    /// A request, as users can report it.
    public struct Request: Sendable, Hashable {
        /// The HTTP method, such as `GET`.
        public let method: String
        /// The URL, with every query value that is not public redacted.
        public let url: String
        /// The id that the server's logs contain too.
        public let id: String

        public init(method: String, url: String, id: String) {
            self.method = method
            self.url = url
            self.id = id
        }

        /// Scheme, host and port of the URL, without the path.
        public var origin: String {
            let rest = url.firstRange(of: "://")?.upperBound ?? url.startIndex
            return String(url[..<(url[rest...].firstIndex { "/?#".contains($0) } ?? url.endIndex)])
        }
    }

    /// The category of a failure.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The server could not be reached, or the connection was lost.
        case unreachable
        /// A secure connection to the server could not be established.
        case insecure
        case timedOut
        /// The server requires a login, or has ended the session.
        case unauthorized
        /// The account may not do this, or the app refused to send its credentials to another server.
        case forbidden
        case notFound
        /// The server refused the request as invalid.
        case rejected
        /// The client sent too many requests.
        case rateLimited
        /// The server failed, or failed so often that the circuit breaker stopped the call.
        case server
        /// Something that the operation needs is in use, for example by another download to the same file.
        case busy
        /// The app could not read the response's content.
        case unreadableResponse
        /// The response is truncated, too large, redirected wrongly, or not valid HTTP.
        case brokenResponse
        /// The server refused the app itself: its client id, secret or token URL.
        case misconfigured
        /// No request can be made from these values.
        case invalidRequest
        /// A file that the user chose can't be read or written.
        case file
        /// Local data could not be read or written.
        case storage
        /// The call read stored data only, and this data was never fetched.
        case neverFetched
        /// A failure of a kind that no service expects.
        case unexpected
        case other
    }
}
