/// Why an exchange failed below HTTP. A transport tells causes apart as far as its stack lets it: retry and the
/// sentence on the screen depend on them.
public enum TransportError: Error, Sendable, Equatable {
    /// The calling task was cancelled.
    case cancelled
    /// The host name has no address.
    case hostNotFound
    /// Nothing listens there, or a firewall says so.
    case connectionRefused
    /// No road to the host.
    case unreachable
    /// No secure connection, because `check` failed; `reason` says so to people.
    case insecure(SecurityCheck, reason: String)
    /// The connection ended before the exchange did. The server may have acted on the request.
    case connectionLost
    /// A kept connection turned out to be closed before this request's head was sent. No server can have acted on it, so
    /// sending it again is safe whatever it asks for.
    case connectionStale
    /// The answer ended before its announced end.
    case truncatedResponse
    /// The connection was not made in time.
    case connectTimeout
    /// Nothing moved for too long.
    case idleTimeout
    /// The response did not arrive before the deadline of ``ExchangeOptions``.
    case deadlinePassed
    /// The response is not HTTP, or can't be decoded; `reason` is shown to people. It is a phrase in plain words, such as
    /// "the head is larger than 81,920 bytes", and repeats no bytes of the server.
    case invalidResponse(reason: String)
    /// The body is larger than the call allows. In bytes, decoded.
    case responseTooLarge(limit: Int)
    /// The body to send could not be read to its end.
    case requestBody(reason: String)
    /// The request has a form that this transport can't send; nothing was sent.
    case unsendable(reason: String)
    /// The transport was shut down.
    case closed
    /// None of the above; `reason` is for developers.
    case other(reason: String)
}
