import EngineTestSupport
import Foundation
import RawSocketServer
import Synchronization

/// All secrets of a journey, each a distinct word.
enum Planted {
    static let password = Canary("password")
    static let access = Canary("first-access")
    static let refresh = Canary("first-refresh")
    static let nextAccess = Canary("next-access")
    static let nextRefresh = Canary("next-refresh")
    static let key = Canary("header-key")
    static let queryKey = Canary("query-key")
    static let basic = Canary("basic-password")
    static let client = Canary("client-secret")
    static let query = Canary("query-value")
    static let field = Canary("custom-field")
    static let body = Canary("request-body")
    static let cookie = Canary("cookie")
    /// Sent by the server in addition to the requested data: in unreadable bodies, Set-Cookie and Location.
    static let response = Canary("answer")

    /// Sent by the client.
    static let sent = [
        password, access, refresh, nextAccess, key, queryKey, basic, client, query, field, body, cookie,
    ]
    static let all = sent + [nextRefresh, response]
}

/// Responds to the calls of a journey, each path in a different way, and reveals more than it should.
struct CanaryServer: Sendable {
    /// The target of the redirect at `/v2/hop`.
    let elsewhere: String

    func play(on connection: RawConnection) async throws {
        while true {
            let request = try await connection.receiveRequest()
            let path = String(request.target.prefix { $0 != "?" }.dropFirst("/v2".count))
            switch path {
            case "/auth/login":
                try await connection.json(
                    #"{"access_token":"\#(Planted.access.text)","refresh_token":"\#(Planted.refresh.text)","#
                        + #""token_type":"Bearer","expires_in":900,"user":\#(Self.user)}"#)
            case "/auth/refresh":
                // The second time, the server has forgotten its tokens.
                guard String(decoding: request.body, as: UTF8.self).contains(Planted.refresh.text) else {
                    try await connection.json(#"{"code":"invalid_refresh_token"}"#, status: 401)
                    continue
                }
                try await connection.json(
                    #"{"access_token":"\#(Planted.nextAccess.text)","refresh_token":"\#(Planted.nextRefresh.text)","#
                        + #""token_type":"Bearer","expires_in":900}"#)
            case "/users/me":
                let isGood = request["Authorization"] == "Bearer \(Planted.nextAccess.text)"
                if isGood { try await connection.json(Self.user) } else { try await connection.respond(401) }
            case "/ended": try await connection.respond(401)
            case "/hop":
                try await connection.respond(
                    302, ["Location: http://\(elsewhere)/landing?token=\(Planted.response.text)"])
            case "/looped":
                try await connection.respond(302, ["Location: http://user:\(Planted.response.text)@\(elsewhere)/"])
            case "/page": try await connection.html(status: 200)
            case "/broken": try await connection.html(status: 500)
            case "/busy": try await connection.respond(503, ["Set-Cookie: a=\(Planted.response.text)"])
            case "/wrong": try await connection.json(#"{"count":"\#(Planted.response.text)"}"#)
            case "/half": try await connection.json(#"{"count":"\#(Planted.response.text)"#)
            case "/cut", "/file":
                return try await connection.send(
                    "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 1000\r\n\r\nthe beginning")
            case "/reset": return try await connection.reset()
            case "/silent": return await connection.waitForEnd()
            default: try await connection.respond(200, ["Set-Cookie: a=\(Planted.response.text)"], body: "ok")
            }
        }
    }

    private static let user = """
        {"id":"u-1","email":"ada@example.com","name":"Ada Lovelace","role":"member","description":null,\
        "avatar_url":null,"created_at":"2026-01-01T09:00:00Z","updated_at":"2026-01-02T09:00:00Z"}
        """
}

extension RawConnection {
    fileprivate func json(_ text: String, status: Int = 200) async throws {
        try await respond(status, ["Content-Type: application/json"], body: text)
    }

    fileprivate func html(status: Int) async throws {
        try await respond(
            status, ["Content-Type: text/html; charset=\(Planted.response.text)"],
            body: "<html>\(Planted.response.text)</html>")
    }
}

/// All output of a program, by source.
final class CapturedOutput: Sendable {
    private let all = Mutex<[(source: String, text: String)]>([])

    func add(_ source: String, _ text: String) {
        all.withLock { $0.append((source, text)) }
    }

    /// Every text that Swift makes of a value.
    func add(_ source: String, everythingAbout value: Any) {
        var dumped = ""
        dump(value, to: &dumped)
        for text in ["\(value)", String(reflecting: value), dumped] { add(source, text) }
        for child in Mirror(reflecting: value).children { add(source, "\(child.label ?? "") \(child.value)") }
    }

    var texts: [(source: String, text: String)] { all.withLock(\.self) }

    /// The sources that have any output.
    var sources: Set<String> { Set(texts.map(\.source)) }
}
