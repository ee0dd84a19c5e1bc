public import Primitives

/// A failure of the network, the server or this machine: everything that no service has a case of its own for.
public struct ServiceFailure: Sendable {
    /// What a screen can act on.
    public let kind: Kind
    /// What happened and what the user can do.
    public let localizableUserMessage: UserMessage
    /// The error of the module that failed, for logs and bug reports.
    public let underlying: any Error

    /// A failure from its parts.
    public init(_ kind: Kind, _ userMessage: UserMessage, underlying: any Error) {
        self.kind = kind
        localizableUserMessage = userMessage
        self.underlying = underlying
    }

    /// Local data that could not be read or written.
    ///
    /// - Parameter reason: one sentence for people.
    public static func storage(reason: String, underlying: any Error) -> ServiceFailure {
        ServiceFailure(.storage, UserMessage("service.storage", "%1$@", reason), underlying: underlying)
    }

    /// ``localizableUserMessage`` in English.
    public var userMessage: String { localizableUserMessage.english }

    /// The family of a failure.
    public enum Kind: Sendable, Hashable {
        /// No connection to the server, or it was lost.
        case unreachable
        /// No secure connection to the server.
        case insecure
        case timedOut
        /// The server refused the request.
        case rejected
        /// Too many requests. `retryAfter` is the wait that the server asks for.
        case rateLimited(retryAfter: Duration?)
        /// The server fails, or kept failing until nothing more was sent.
        case server(retryAfter: Duration?)
        /// The response is not what the app expects of its server.
        case unreadableResponse
        /// Local data could not be read or written.
        case storage
        case other
    }
}
