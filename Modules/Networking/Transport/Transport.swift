public import HTTPTypes

/// Moves one request to a server and its answer back: the port between this module and the machine's network.
///
/// Choose one that exists (`NIOTransport`), or write one for another HTTP stack; then run `TransportContract` of
/// TestSupport on it. What the contract asks:
///
/// - One call is one exchange. No redirect is followed, nothing is retried, no credential, cookie or cache is added: those
///   decisions belong to interceptors.
/// - ``send(_:body:)`` returns when the answer's head has come. The body streams at the reader's pace; a body that was cut
///   short throws where the protocol can tell.
/// - Cancelling the task ends the exchange soon and throws ``TransportError/cancelled``.
/// - Bodies arrive decoded (`gzip`, `deflate`), within the transport's limit. Header fields arrive as sent: beside a
///   Content-Encoding, Content-Length counts encoded bytes and says nothing about how long the body will be.
/// - Accept-Encoding is the one field that it adds, where the request has none. A reason phrase is not promised.
/// - A request body that is shorter or longer than its stated length throws ``TransportError/requestBody(reason:)``.
public protocol Transport: Sendable {
    /// Sends `request` and waits for the head of the answer.
    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse

    /// Sends `request` and waits for as much of the response as `options` require. Throws
    /// ``TransportError/deadlinePassed`` if their deadline comes first, after the exchange has ended.
    ///
    /// The default sends in a task of its own and cancels it at the deadline. Override this if your transport can abort a
    /// request without an extra task (``ExchangeOptions/setTimer(_:)``).
    func send(
        _ request: HTTPRequest, body: RequestBody, on options: ExchangeOptions
    ) async throws(TransportError) -> ServerResponse

    /// Closes all connections and gives all resources back. Calls under way fail with ``TransportError/closed``, bodies
    /// that are still to be read among them, and later calls do so at once. Calling it twice is no error.
    func shutdown() async
}
