import EngineContracts
import Foundation
import HTTPTypes
import Networking
import RawSocketServer
import URLSessionTransport

extension URLSessionTransport {
    /// The response to a GET of the root of a server.
    func get(from server: RawSocketServer) async throws(TransportError) -> ServerResponse {
        try await send(server.request(), body: .empty)
    }
}

extension RawSocketServer {
    /// A request for its root.
    func request(_ method: HTTPRequest.Method = .get, path: String = "/", fields: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: authority, path: path, headerFields: fields)
    }

    /// Responds to one request of each connection with `response`, and closes it.
    func serve(_ response: String) {
        serve { connection in
            try await connection.receiveRequest()
            try await connection.send(response)
        }
    }
}

extension URLSessionTransport {
    /// A transport with `limits`.
    convenience init(_ limits: WireLimits) {
        var configuration = URLSessionTransportConfiguration()
        if let limit = limits.idleTimeout { configuration.idleTimeout = limit }
        if let limit = limits.decodedBodyLimit { configuration.decodedBodyLimit = limit }
        self.init(configuration: configuration)
    }
}
