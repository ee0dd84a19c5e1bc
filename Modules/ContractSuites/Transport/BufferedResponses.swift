public import HTTPTypes
public import Networking

/// A transport that is only asked for whole answers (``Networking/Transport/send(_:body:on:)``): so that what the
/// contracts promise is shown for this way of asking as well.
public struct BufferedResponses: Transport {
    private let base: any Transport

    /// - Parameter base: is asked.
    public init(from base: any Transport) {
        self.base = base
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        try await base.send(request, body: body, on: ExchangeOptions(.buffered(limit: .max)))
    }

    public func shutdown() async {
        await base.shutdown()
    }
}

extension BufferedResponses {
    /// The clauses of a contract that can be checked on whole answers.
    public static func clauses<Subject>(of clauses: [ContractClause<Subject>]) -> [ContractClause<Subject>] {
        clauses.filter { !promisesOfBodiesUnderWay.contains($0.promise) }
    }

    /// They need the head before the body is there.
    public static let promisesOfBodiesUnderWay: Set<String> = [
        "deadlines do not apply to streamed bodies",
        "shutdown within a body ends it as closed, for who reads it now and who comes later",
        "the head is there before the body is", "a reset within the body is an error",
        "a server can write no further ahead than buffers go, and all arrives",
        "cancelling within the body ends the connection", "an answer that is given up unread ends its connection",
    ]
}
