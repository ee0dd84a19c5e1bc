public import Primitives

/// Why an exchange failed below HTTP. A transport distinguishes causes as far as its HTTP stack allows: retries and
/// user messages depend on them.
public enum TransportError: Error, Sendable, Equatable {
    /// The calling task was cancelled.
    case cancelled
    /// The host name has no address.
    case hostNotFound
    /// No server listens on the port, or a firewall rejects the connection.
    case connectionRefused
    /// There is no route to the host.
    case unreachable
    /// The connection is not secure, because this check failed; `reason` explains it in one English sentence.
    case insecure(SecurityCheck, reason: String)
    /// The connection ended before the exchange did. The server may have acted on the request.
    case connectionLost
    /// The server closed a new connection before the request was sent. No server has received the request, so any
    /// request may be sent again.
    case notSent
    /// All connections that the transport allows to the host were in use for too long. Nothing was sent.
    case poolTimeout
    /// The response ended before its announced end.
    case truncatedResponse
    /// The server did not accept the connection in time. Nothing was sent.
    case connectTimeout
    /// No bytes were sent or received for too long.
    case idleTimeout
    /// The response did not arrive before the deadline of ``ExchangeOptions``.
    case deadlinePassed
    /// The response is not HTTP, or can't be decoded. `reason` is an English phrase, such as "the head is larger than
    /// 81,920 bytes", and contains no bytes that the server sent.
    case invalidResponse(reason: String)
    /// The decoded body, or one event of an event stream, is larger than its limit in bytes.
    case responseTooLarge(limit: Int)
    /// The request body could not be read to its end, or does not have its stated length.
    case requestBody(reason: String)
    /// This transport can't send a request of this form; nothing was sent.
    case unsendable(reason: String)
    /// This program has shut the transport down.
    case closed
    /// Any other failure; `reason` is for developers.
    case other(reason: String)
}

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

/// Which check of a secure connection failed, as far as the transport's TLS stack reports it.
public enum SecurityCheck: String, Sendable, Equatable, CaseIterable {
    /// The certificate has expired, or is not valid yet.
    case validity
    /// No trusted authority has signed the certificate.
    case authority
    /// The certificate is for another host.
    case hostName
    /// The certificate is valid, but its key matches no pin of the app.
    case pin
    /// Client and server share no TLS version or cipher, the server does not use TLS, or it requires a client
    /// certificate.
    case handshake
    /// The certificate was refused, and the TLS stack does not report why.
    case certificate
}
