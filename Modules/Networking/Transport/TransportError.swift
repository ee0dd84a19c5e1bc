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
