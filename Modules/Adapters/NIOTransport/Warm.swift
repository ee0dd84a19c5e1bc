public import HTTPTypes
public import Networking
// placeholder until the adapter arrives
public struct NIOTransport: Transport {
    public init() {}
    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse { throw .closed }
    public func shutdown() async {}
}
