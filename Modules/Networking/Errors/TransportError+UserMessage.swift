public import Primitives

extension TransportError {
    /// The message for users, in English.
    public var userMessage: String { localizableUserMessage.english }

    /// ``userMessage`` with a key for translations.
    public var localizableUserMessage: UserMessage {
        switch self {
        case .cancelled: .cancelled
        case .hostNotFound:
            UserMessage(
                "transport.hostNotFound",
                "The server's host was not found. Check the address and your network connection.")
        case .connectionRefused:
            UserMessage(
                "transport.connectionRefused",
                "Could not connect to the server (connection refused). Check the address, and that the server is running."
            )
        case .unreachable:
            UserMessage("transport.unreachable", "Could not reach the server. Check your network connection.")
        case .insecure(let check, let reason):
            UserMessage("transport.insecure.\(check.rawValue)", "No secure connection to the server: %1$@", reason)
        case .connectionLost:
            UserMessage("transport.connectionLost", "The connection to the server was lost. Try again.")
        case .notSent:
            UserMessage(
                "transport.notSent", "The server closed the connection before the request was sent. Try again.")
        case .poolTimeout:
            UserMessage(
                "transport.poolTimeout", "The app made too many requests to the server at once. Try again.")
        case .truncatedResponse:
            UserMessage("transport.truncatedResponse", "The server's response ended too early. Try again.")
        case .connectTimeout:
            UserMessage(
                "transport.connectTimeout",
                "Could not connect to the server in time. Check your network connection, or try again.")
        case .idleTimeout: UserMessage("transport.idleTimeout", "The server stopped sending. Try again.")
        case .deadlinePassed: UserMessage("transport.deadlinePassed", "The server took too long to respond. Try again.")
        case .invalidResponse(let reason):
            UserMessage("transport.invalidResponse", "The server's response can't be read: %1$@.", Self.phrase(reason))
        case .responseTooLarge(let limit):
            UserMessage(
                "transport.responseTooLarge", "The server's response is larger than the limit of %1$@ bytes.",
                limit.grouped)
        case .requestBody(let reason): UserMessage("transport.requestBody", "%1$@", reason)
        case .unsendable(let reason): UserMessage("transport.unsendable", "The request can't be sent. %1$@", reason)
        case .closed: UserMessage("transport.closed", "The app is shutting down.")
        case .other(let reason): UserMessage("transport.other", "The request failed: %1$@", reason)
        }
    }

    /// The reason without its full stop, for use within a sentence.
    private static func phrase(_ reason: String) -> String {
        reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    }
}
