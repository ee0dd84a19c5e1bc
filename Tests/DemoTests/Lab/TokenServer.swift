import EngineTestSupport
import Foundation
import RawSocketServer
import Synchronization

/// A server with one session, which begins with `refresh-0`. It rotates refresh tokens, ends the session if it receives
/// one twice, and responds to a refresh only when a test permits it.
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

    /// - Parameters:
    ///   - rotates: if `false`, a refresh token stays valid.
    ///   - body: receives the server, and a workplace whose address is the server's.
    static func with(
        rotating rotates: Bool = true, _ body: (TokenServer, Workplace) async throws -> Void
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
            try await Workplace.at("http://\(server.authority)") { place in try await body(tokens, place) }
        }
    }

    private init(_ server: RawSocketServer, rotates: Bool) {
        self.server = server
        self.rotates = rotates
    }

    var requests: [RawRequest] { server.requests }
    var refreshes: Int { state.withLock { $0.refreshes } }

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
        let tokens = #""access_token": "access-\#(next)", "refresh_token": "refresh-\#(next)""#
        return (200, #"{\#(tokens), "token_type": "bearer", "expires_in": 3600}"#)
    }
}
