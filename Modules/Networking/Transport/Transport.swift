public import HTTPTypes

/// Sends one request to a server and returns its response: the port between this module and the network.
///
/// Choose an existing one (`NIOTransport`, `URLSessionTransport`), or write one for another HTTP stack and run
/// `TransportContract` of ContractSuites on it. The contract requires:
///
/// - One call is one exchange. The transport follows no redirect, retries nothing, and adds no credential, cookie or
///   cache: those decisions belong to interceptors.
/// - ``send(_:body:)`` returns when the response's head has arrived. The body streams at the pace of its only reader. A
///   truncated body throws if the protocol can detect it.
/// - Cancelling the task ends the exchange soon and throws ``TransportError/cancelled``.
/// - Bodies arrive decoded (`gzip`, `deflate`), within the transport's limit. Header fields arrive as sent: with a
///   Content-Encoding, Content-Length counts encoded bytes and is not the length of the decoded body.
/// - The transport adds Accept-Encoding if the request has none, and no other field. A reason phrase is not guaranteed.
/// - A request body that is shorter or longer than its stated length throws ``TransportError/requestBody(reason:)``.
public protocol Transport: Sendable {
    /// Sends `request` and waits for the head of the response.
    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse

    /// Sends `request` and waits for as much of the response as `options` require. If the deadline comes first, ends
    /// the exchange and throws ``TransportError/deadlinePassed``.
    ///
    /// The default sends in a task of its own and cancels it at the deadline. Override this if your transport can abort
    /// a request without an extra task (``ExchangeOptions/setTimer(_:)``).
    func send(
        _ request: HTTPRequest, body: RequestBody, on options: ExchangeOptions
    ) async throws(TransportError) -> ServerResponse

    /// Closes all connections and releases all resources. Running calls and unread bodies fail with
    /// ``TransportError/closed``, and later calls fail with it at once. You may call this more than once.
    func shutdown() async
}

extension Transport {
    public func send(
        _ request: HTTPRequest, body: RequestBody, on options: ExchangeOptions
    ) async throws(TransportError) -> ServerResponse {
        try await sendInTask(request, body: body, on: options)
    }

    /// Implements ``send(_:body:on:)`` with ``send(_:body:)`` in a task that is cancelled at the deadline. Call this
    /// from your own ``send(_:body:on:)`` for the exchanges that you can't abort without a task.
    public func sendInTask(
        _ request: HTTPRequest, body: RequestBody, on options: ExchangeOptions
    ) async throws(TransportError) -> ServerResponse {
        guard let deadline = options.deadline, let time = options.time else {
            return try await respond(to: request, body, options.delivery)
        }
        let (result, isLate) = await deadline.outcome(on: time) { () async -> Result<ServerResponse, TransportError> in
            do throws(TransportError) {
                return .success(try await respond(to: request, body, options.delivery))
            } catch {
                return .failure(error)
            }
        }
        if isLate { throw .deadlinePassed }
        return try result.get()
    }

    private func respond(
        to request: HTTPRequest, _ body: RequestBody, _ delivery: BodyDelivery
    ) async throws(TransportError) -> ServerResponse {
        var response = try await send(request, body: body)
        if case .buffered(let limit) = delivery {
            response.body = .data(try await response.body.collect(upTo: limit))
        }
        return response
    }
}

extension Transport {
    /// Runs `body` with this transport, and shuts the transport down whether `body` returns or throws.
    public func shutDown<Result, Failure>(
        after body: (Self) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure>
        do throws(Failure) {
            outcome = .success(try await body(self))
        } catch {
            outcome = .failure(error)
        }
        await shutdown()
        return try outcome.get()
    }
}
