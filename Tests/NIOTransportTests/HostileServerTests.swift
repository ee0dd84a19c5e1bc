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

@Suite("Event streams of hostile servers", .timeLimit(.minutes(10)))
struct HostileEventStreamTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    @Test(
        "an event of 100 MB fails the stream after the limit, and the server stops",
        arguments: ["x", "\ndata: xxxxxxxxxxxxxxxxxx", "\ndata"])
    func largeEvent(filling: String) async throws {
        let sent = Atomic(0)
        let ended = Gate()
        let piece = Data(String(repeating: filling, count: 65_536 / filling.utf8.count).utf8)
        try await withEvents { connection in
            defer { ended.open() }
            try await connection.receiveRequest()
            try await connection.send(Self.head + "data: 1\n\ndata: ")
            for _ in 0..<1_600 {
                try await connection.send(piece)
                sent.add(piece.count, ordering: .relaxed)
            }
        } read: { (events: EventStream<Data>) async throws -> Void in
            var reader = events.makeAsyncIterator()
            #expect(try await reader.next()?.data == "1")
            do throws(NetworkError) {
                _ = try await reader.next()
                Issue.record("the event was accepted")
            } catch {
                #expect(error.cause == .transport(.responseTooLarge(limit: 1024 * 1024)))
            }
            await ended.pass()
            #expect(sent.load(ordering: .relaxed) < 64 * 1024 * 1024)
        }
    }

    @Test("a stream that never ends is read at the reader's pace, and ends on the wire when the reader leaves")
    func endless() async throws {
        let sent = Atomic(0)
        let ended = Gate()
        let piece = Data(String(repeating: "data: 0123456789\n\n", count: 3_640).utf8)
        try await withEvents { connection in
            defer { ended.open() }
            try await connection.receiveRequest()
            try await connection.send(Self.head)
            while true {
                try await connection.send(piece)
                sent.add(piece.count, ordering: .relaxed)
            }
        } read: { (events: EventStream<Data>) async throws -> Void in
            var count = 0
            for try await event in events {
                #expect(event.data == "0123456789")
                count += 1
                // Sent but not read: what the sockets, the transport and the parser hold.
                let unread = sent.load(ordering: .relaxed) - count * 18
                #expect(unread < 16 * 1024 * 1024)
                if count == 100_000 { break }
            }
            await ended.pass()
        }
    }

    private func withEvents(
        _ script: @escaping RawSocketServer.Script, read: (EventStream<Data>) async throws -> Void
    ) async throws {
        try await RawSocketServer.withServer { server in
            server.serve(script)
            try await NIOTransport.withTransport { transport in
                let session = try HostileServer.session(at: server.authority, over: transport)
                try await read(
                    session.events(
                        from: Endpoint<TestGuest, Data>(.get, "/events", response: .data, operation: "events")))
            }
        }
    }
}

/// What tests of hostile servers share.
enum HostileServer {
    /// A session with the standard pipeline and the system's clock.
    static func session(at authority: String, over transport: any Transport) throws -> Session<TestGuest> {
        let random = SystemRandomSource()
        let url = try #require(URL(string: "http://\(authority)"))
        return Client(
            environment: try APIEnvironment(name: "hostile", baseURL: url), coding: PlainJSONBodyCoding(),
            pipeline: .standard(
                over: transport, health: OriginHealth(policy: .never, random: random), random: random),
            time: SystemTimeSource(), identifiers: RandomIdentifierSource()
        ).session(for: TestGuest.self)
    }

    /// A JSON array that contains `depth` arrays, each in the previous one.
    static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    /// A call that should have failed.
    struct Unexpected: Error {
        let description: String
    }
}
