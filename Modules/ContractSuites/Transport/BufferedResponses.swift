public import HTTPTypes
public import Networking

/// A transport that only uses buffered responses (``Networking/Transport/send(_:body:on:)``), so that the contracts
/// check that method as well.
public struct BufferedResponses: Transport {
    private let base: any Transport

    /// - Parameter base: sends the requests.
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
    /// The clauses of a contract that apply to buffered responses.
    public static func clauses<Subject>(of clauses: [ContractClause<Subject>]) -> [ContractClause<Subject>] {
        clauses.filter { !promisesOfBodiesUnderWay.contains($0.promise) }
    }

    /// The names of the clauses that require the head before the body is complete. They do not apply to buffered
    /// responses.
    public static let promisesOfBodiesUnderWay: Set<String> = [
        "deadlines do not apply to streamed bodies",
        "a second reader of a body gets an error, and the first one every byte",
        "shutdown during a body ends it as closed, for current and later readers",
        "the head is available before the body", "a reset during the body is an error",
        "a slow reader limits how much the server can send, and the whole body arrives",
        "cancelling during the body ends the connection", "discarding a response before its end closes the connection",
    ]
}
