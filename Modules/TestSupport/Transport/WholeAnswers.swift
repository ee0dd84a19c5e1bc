public import HTTPTypes
public import Networking

/// A transport that is only asked for whole answers (``Networking/Transport/send(_:body:on:)``): so that what the
/// contracts promise is shown for this way of asking as well.
public struct WholeAnswers: Transport {
    private let base: any Transport

    /// - Parameter base: is asked.
    public init(from base: any Transport) {
        self.base = base
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        try await base.send(request, body: body, on: ExchangeTerms(.buffered(limit: .max)))
    }

    public func shutdown() async {
        await base.shutdown()
    }
}
