import Foundation
import RawSocketServer

/// A GraphQL server that sends one response to every request.
enum GraphQLServer {
    /// - Parameters:
    ///   - status: the status of each response.
    ///   - body: receives the server's URL with the path `/graphql`, and the requests so far.
    static func with(
        _ json: String, status: Int = 200, type: String = "application/graphql-response+json",
        _ body: (_ url: String, _ requests: () -> [RawRequest]) async throws -> Void
    ) async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                while true {
                    _ = try await connection.receiveRequest()
                    try await connection.send(
                        "HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)"
                    )
                }
            }
            try await body("http://\(server.authority)/graphql") { server.requests }
        }
    }
}
