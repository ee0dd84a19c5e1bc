import Foundation
import RawSocketServer

/// A server that sends one response to every request, by default as a GraphQL server.
enum CannedServer {
    /// - Parameters:
    ///   - fields: further lines of the head.
    ///   - test: receives the server's URL with the path `/graphql`, the requests so far, and a workplace whose address is
    ///     the server's.
    static func with<Value: Sendable>(
        _ body: String, status: Int = 200, type: String = "application/graphql-response+json",
        fields: String = "",
        _ test: (_ url: String, _ requests: () -> [RawRequest], Workplace) async throws -> Value
    ) async throws -> Value {
        let head =
            "HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n"
        return try await RawSocketServer.withServer { server in
            server.serve { connection in
                while true {
                    _ = try await connection.receiveRequest()
                    try await connection.send(head + body)
                }
            }
            return try await Workplace.at("http://\(server.authority)") { place in
                try await test("http://\(server.authority)/graphql", { server.requests }, place)
            }
        }
    }
}
