public import HTTPTypes
public import Networking

/// A failing double of ``Transport``, for code that must not reach the network: each call throws
/// the text of an ``UnexpectedCall``. Shutting it down is no call.
public struct FailingTransport: Transport {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        let unexpected = origin.unexpectedCall("Transport.send(_:body:)")
        throw .other(reason: unexpected.description)
    }

    public func shutdown() async {}
}
