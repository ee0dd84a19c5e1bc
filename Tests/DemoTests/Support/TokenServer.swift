import Foundation
import RawSocketServer
import Synchronization
import TestSupport

/// A server with one session. It rotates refresh tokens, ends the session if it receives one twice, and responds to a
/// refresh only when a test permits it.
final class TokenServer: Sendable {
    /// Holds each refresh after its refresh token has been invalidated.
    let gate = Gate()
    private let server: RawSocketServer
    private let rotates: Bool
    private let state = Mutex(State())

    private struct State {
        var generation = 0
        var refreshes = 0
        var isAlive = true
    }

    /// - Parameter rotates: if `false`, a refresh token stays valid.
    static func with(
        rotating rotates: Bool = true, _ body: (TokenServer) async throws -> Void
    ) async throws {
        try await RawSocketServer.withServer { server in
            let tokens = TokenServer(server, rotates: rotates)
            server.serve { connection in
                while true {
                    let request = try await connection.receiveRequest()
                    let (status, body) = await tokens.response(to: request)
                    try await connection.send(
                        """
                        HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\
                        \r\n\(body)
                        """)
                }
            }
            try await body(tokens)
        }
    }

    private init(_ server: RawSocketServer, rotates: Bool) {
        self.server = server
        self.rotates = rotates
    }

    var url: String { "http://\(server.authority)" }
    var requests: [RawRequest] { server.requests }
    var refreshes: Int { state.withLock { $0.refreshes } }

    /// A settings file with one profile, `p`, that begins with the server's first refresh token.
    func settings(in place: Workplace) throws -> String {
        let path = try place.file(
            "settings.json",
            """
            {"profiles": {"p": {
                "base_url": "\(url)", "token_url": "\(url)/token", "client_id": "a", "refresh_token": "refresh-0"}}}
            """, mode: 0o600)
        return path
    }

    private func response(to request: RawRequest) async -> (status: Int, body: String) {
        guard request.line.hasPrefix("POST ") else {
            let isCurrent = state.withLock {
                $0.isAlive && request["Authorization"] == "Bearer access-\($0.generation)"
            }
            return isCurrent ? (200, "{}") : (401, "{}")
        }
        let body = String(decoding: request.body, as: UTF8.self)
        let next: Int? = state.withLock { state in
            state.refreshes += 1
            guard rotates else { return 1 }
            guard state.isAlive, body.contains("refresh-\(state.generation)") else {
                state.isAlive = false
                return nil
            }
            state.generation += 1
            return state.generation
        }
        await gate.pass()
        guard let next else { return (400, #"{"error": "invalid_grant"}"#) }
        state.withLock { $0.generation = next }
        return (200, tokens(next, lifetime: 3_600))
    }

    private func tokens(_ generation: Int, lifetime: Int) -> String {
        """
        {"access_token": "access-\(generation)", "refresh_token": "refresh-\(generation)", "token_type": "bearer",
            "expires_in": \(lifetime)}
        """
    }
}
