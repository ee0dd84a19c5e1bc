import Foundation
import Networking
import RawSocketServer
import RemoteServices

/// A server with one item at `/item`, which each `PATCH` to any path changes.
enum ItemServer {
    static func with(_ body: @Sendable (RawSocketServer) async throws -> Void) async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                while true {
                    let request = try await connection.receiveRequest()
                    let version = server.requests.count { $0.line.hasPrefix("PATCH ") }
                    let fields = ["ETag: \"v\(version)\"", "Cache-Control: private, no-cache"]
                    if request.line.hasPrefix("PATCH ") {
                        try await connection.respond(body: "changed")
                    } else if request["If-None-Match"] == "\"v\(version)\"" {
                        try await connection.respond(304, fields)
                    } else {
                        try await connection.respond(200, fields, body: "version \(version)")
                    }
                }
            }
            try await body(server)
        }
    }
}
