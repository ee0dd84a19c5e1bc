import Foundation
import RawSocketServer

/// A server with one list, `/items`, whose pages link to the next one (RFC 8288).
enum PagedServer {
    /// - Parameter body: receives the list's URL without a query.
    static func with(items count: Int, _ body: @Sendable (_ list: String) async throws -> Void) async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                while true {
                    let query = Self.query(of: try await connection.receiveRequest().line)
                    let (page, size) = (query["page"] ?? 1, query["per_page"] ?? 20)
                    let items = (0..<count).dropFirst((page - 1) * size).prefix(size).map { #"{"id":"i-\#($0)"}"# }
                    let json = #"{"items":[\#(items.joined(separator: ","))]}"#
                    let next =
                        page * size < count ? "Link: </items?page=\(page + 1)&per_page=\(size)>; rel=\"next\"\r\n" : ""
                    try await connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(next)Content-Length: "
                            + "\(json.utf8.count)\r\n\r\n\(json)")
                }
            }
            try await body("http://\(server.authority)/items")
        }
    }

    /// The numbers in the query of a request line.
    private static func query(of line: String) -> [String: Int] {
        let target = line.split(separator: " ").dropFirst().first ?? ""
        let items = URLComponents(string: String(target))?.queryItems ?? []
        return items.reduce(into: [:]) { $0[$1.name] = $1.value.flatMap { Int($0) } }
    }
}

/// A server that sends one response to every request, by default as a GraphQL server.
enum CannedServer {
    /// - Parameters:
    ///   - status: the status of each response.
    ///   - body: receives the server's URL with the path `/graphql`, and the requests so far.
    static func with<Value>(
        _ json: String, status: Int = 200, type: String = "application/graphql-response+json",
        _ body: (_ url: String, _ requests: () -> [RawRequest]) async throws -> Value
    ) async throws -> Value {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                while true {
                    _ = try await connection.receiveRequest()
                    try await connection.send(
                        "HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)"
                    )
                }
            }
            return try await body("http://\(server.authority)/graphql") { server.requests }
        }
    }
}
