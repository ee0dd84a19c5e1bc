import Foundation
import HTTPTypes
import NIOTransport
import Networking
import RawSocketServer

extension NIOTransport {
    /// The response to a GET of `url`.
    func get(_ url: String) async throws -> ServerResponse {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        return try await send(HTTPRequest(method: .get, url: url), body: .empty)
    }

    /// The response to a GET of the root of a server.
    func get(from server: RawSocketServer) async throws -> ServerResponse {
        try await get("http://\(server.authority)/")
    }
}

extension RawSocketServer {
    /// Responds to all requests of each connection with `response`.
    func serve(_ response: String) {
        serve { connection in
            while true {
                try await connection.receiveRequest()
                try await connection.send(response)
            }
        }
    }
}
