public import HTTPTypes

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
