public import Primitives

/// A failure of the network, the server or this machine, with its details.
public struct ServiceFailure: Sendable {
    /// The category, for screens that react differently to some failures.
    public let kind: Kind
    /// What happened and what the user can do, with a key for translation.
    public let localizableUserMessage: UserMessage
    /// The error of the module that failed, for logs and bug reports.
    public let underlying: any Error

    /// Creates a failure from its parts.
    public init(_ kind: Kind, _ userMessage: UserMessage, underlying: any Error) {
        self.kind = kind
        localizableUserMessage = userMessage
        self.underlying = underlying
    }

    /// A failure to read or write local data.
    ///
    /// - Parameter reason: one sentence for users.
    public static func storage(reason: String, underlying: any Error) -> ServiceFailure {
        ServiceFailure(.storage, UserMessage("service.storage", "%1$@", reason), underlying: underlying)
    }

    /// A failure of a kind that no service expects, such as an error of a library.
    public static func unexpected(_ underlying: any Error) -> ServiceFailure {
        ServiceFailure(
            .other, UserMessage("service.unexpected", "The operation failed unexpectedly. Try again."),
            underlying: underlying)
    }

    /// ``localizableUserMessage`` in English.
    public var userMessage: String { localizableUserMessage.english }

    /// The category of a failure.
    public enum Kind: Sendable, Hashable {
        /// The server could not be reached, or the connection was lost.
        case unreachable
        /// A secure connection to the server could not be established.
        case insecure
        case timedOut
        /// The server refused the request.
        case rejected
        /// The client sent too many requests. `retryAfter` is the wait that the server requests.
        case rateLimited(retryAfter: Duration?)
        /// The server failed, or failed so often that the circuit breaker stopped the call. `retryAfter` is the time
        /// until calls may succeed again; `nil` if it is unknown.
        case server(retryAfter: Duration?)
        /// The app could not read the response.
        case unreadableResponse
        /// Local data could not be read or written.
        case storage
        case other
    }
}
