import Foundation
import HTTPTypes
import NIOTransport
import Networking
import Primitives
import RawSocketServer
import Synchronization
import TestSupport
import Testing

/// Sessions with the standard pipeline against servers that send what no good server sends: each call ends with a typed
/// error, and in bounded memory.
@Suite("Hostile servers", .timeLimit(.minutes(10)))
struct HostileServerTests {
    private struct Item: Codable, Sendable, Equatable {
        let name: String
    }

    /// A body, whose name is printed in its place.
    struct Body: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let type: String
        let text: String

        init(_ name: String, _ type: String, _ text: String) {
            (testDescription, self.type, self.text) = (name, type, text)
        }
    }

    @Test(
        "a body that is not the promised JSON is a typed error",
        arguments: [
            (Body("HTML", "text/html", "<html><title>Log in</title>"), "unexpected media type"),
            (Body("HTML called JSON", "application/json", "<html><title>Log in</title>"), "decoding"),
            (Body("open lists", "application/json", String(repeating: "[", count: 10_000)), "decoding"),
            (Body("lists", "application/json", HostileServer.nested(10_000)), "decoding"),
            (Body("lists in a member", "application/json", #"{"name":\#(HostileServer.nested(10_000))}"#), "decoding"),
            (
                Body("lists beside it", "application/json", #"{"name":"pen","x":\#(HostileServer.nested(10_000))}"#),
                "decoding"
            ),
            (
                Body("a long number", "application/json", #"{"name":\#(String(repeating: "9", count: 100_000))}"#),
                "decoding"
            ),
        ])
    func successes(body: Body, cause: String) async throws {
        let error = try await failure(
            Data("HTTP/1.1 200 OK\r\nContent-Type: \(body.type)\r\n".utf8), Data(body.text.utf8))
        #expect(error.cause.name == cause)
    }

    @Test("text that is not UTF-8 is a decoding error in a body, and is replaced in a header field")
    func invalidText() async throws {
        let body = Data(#"{"name":""#.utf8) + Data([0xFF, 0xC3, 0x28]) + Data(#""}"#.utf8)
        let head = Data("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Note: ".utf8)
        let error = try await failure(head + Data([0xFF, 0xFE, 0xC3]) + Data("\r\n".utf8), body)
        #expect(error.cause.name == "decoding")
    }

    @Test(
        "the body of an error status never hides the status",
        arguments: [
            Body("lists", "application/problem+json", HostileServer.nested(10_000)),
            Body("open objects", "application/json", String(repeating: "{\"a\":", count: 10_000)),
            Body("control characters", "application/json", "\u{0}\u{1}"), Body("HTML", "text/html", "<html>"),
            Body("nothing", "text/html", ""),
            Body("a large message", "application/json", #"{"message":"\#(String(repeating: "a", count: 1_000_000))"}"#),
        ])
    func failures(body: Body) async throws {
        let error = try await failure(
            Data("HTTP/1.1 404 No\r\nContent-Type: \(body.type)\r\n".utf8), Data(body.text.utf8))
        #expect(error.cause == .status(HTTPFailure(status: 404)))
    }

    @Test(
        "header fields that take long to read if read badly delay no call",
        arguments: ["<", "<>;", ";=\"\\\"", "\"", ",", "=,;", "max-age=\"", "@99999999999999999999,"])
    func headers(text: String) async throws {
        let value = String(repeating: text, count: 60_000 / text.utf8.count)
        let fields = ["Link", "Deprecation", "Retry-After"].map { "\($0): \(value)\r\n" }.joined()
        let error = try await failure(Data("HTTP/1.1 404 No\r\n\(fields)".utf8), Data())
        #expect(error.status == 404)
    }

    @Test("a header field of 5 MB is refused before it is complete")
    func largeHeader() async throws {
        let sent = Atomic(0)
        let error = try await failure { connection in
            try await connection.receiveRequest()
            try await connection.send("HTTP/1.1 200 OK\r\nX: ")
            for _ in 0..<80 {
                try await connection.send(Data(repeating: UInt8(ascii: "x"), count: 65_536))
                sent.add(1, ordering: .relaxed)
            }
            try await connection.send("\r\n\r\n")
        }
        #expect(error.cause.name == "invalid response")
        #expect(sent.load(ordering: .relaxed) < 80)
    }

    @Test("a redirect loop ends, with and without another path in each response", arguments: [true, false])
    func redirects(isGrowing: Bool) async throws {
        let count = Atomic(0)
        let error = try await failure { connection in
            while true {
                try await connection.receiveRequest()
                let number = count.add(1, ordering: .relaxed).newValue
                try await connection.send(
                    "HTTP/1.1 302 Found\r\nLocation: /\(isGrowing ? "\(number)" : "item")\r\nContent-Length: 0\r\n\r\n")
            }
        }
        guard case .redirect(.tooMany(let limit)) = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(count.load(ordering: .relaxed) == limit + 1)
    }

    @Test(
        "a redirect to a target that can't be followed is a typed error",
        arguments: [
            "file:///etc/passwd", "javascript:alert(1)", "http://user:secret@127.0.0.1/", "http://", "http://[::1",
        ])
    func redirectTargets(target: String) async throws {
        let error = try await failure(Data("HTTP/1.1 302 Found\r\nLocation: \(target)\r\n".utf8), Data())
        guard case .redirect = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(!"\(error)\(error.userMessage)".contains("secret"))
    }

    /// The call's error when the server responds with this head, which has no end yet, and this body.
    private func failure(_ head: Data, _ body: Data) async throws -> NetworkError {
        try await failure { connection in
            while true {
                try await connection.receiveRequest()
                try await connection.send(head + Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
            }
        }
    }

    private func failure(_ script: @escaping RawSocketServer.Script) async throws -> NetworkError {
        try await RawSocketServer.withServer { server in
            server.serve(script)
            return try await NIOTransport.withTransport { transport in
                let session = try HostileServer.session(at: server.authority, over: transport)
                let endpoint = Endpoint<TestGuest, Item>(.get, "/item", response: .json, operation: "item")
                do {
                    let item = try await session.send(endpoint)
                    throw HostileServer.Unexpected(description: "\(item)")
                } catch let error as NetworkError {
                    return error
                }
            }
        }
    }
}
