public import HTTPTypes
public import Networking
public import Testing

/// A failing double of ``Transport``, for code that must not reach the network: each call records a test failure and
/// throws. Shutting it down is no call.
public struct FailingTransport: Transport {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        let unexpected = UnexpectedCall.record("Transport.send(_:body:)", sourceLocation: sourceLocation)
        throw .other(reason: unexpected.description)
    }

    public func shutdown() async {}
}
