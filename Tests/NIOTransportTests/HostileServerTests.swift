import EngineTestSupport
import Foundation
import HTTPTypes
import NIOTransport
import Networking
import Primitives
import RawSocketServer
import Synchronization
import Testing

/// Sessions with the standard pipeline against servers that send what no good server sends: each call ends with a typed
/// error, and in bounded memory.
@Suite("Hostile servers", .timeLimit(.minutes(10)))
struct HostileServerTests {
    private struct Item: Codable, Sendable, Equatable {
        let name: String
    }

    /// By names, which are printed in place of the bodies.
    private static let bodies: [String: Data] = [
        "open lists": Data(String(repeating: "[", count: 10_000).utf8),
        "a long number": Data(#"{"name":\#(String(repeating: "9", count: 100_000))}"#.utf8),
        "text that is not UTF-8": Data(#"{"name":""#.utf8) + Data([0xFF, 0xC3, 0x28]) + Data(#""}"#.utf8),
    ]

    @Test("a body that is not the promised JSON is a decoding error", arguments: bodies.keys.sorted())
    func successes(name: String) async throws {
        let error = try await failure("200 OK\r\nContent-Type: application/json\r\n", try #require(Self.bodies[name]))
        #expect(error.cause.name == "decoding")
    }

    @Test(
        "header fields that take long to read if read badly delay no call",
        arguments: ["<", "<>;", ";=\"\\\"", "\"", ",", "=,;", "max-age=\"", "@99999999999999999999,"])
    func headers(text: String) async throws {
        let value = String(repeating: text, count: 60_000 / text.utf8.count)
        let fields = ["Link", "Deprecation", "Retry-After"].map { "\($0): \(value)\r\n" }.joined()
        let error = try await failure("404 No\r\n\(fields)", Data())
        #expect(error.status == 404)
    }

    /// The call's error when the server responds with this status and these fields, and this body.
    private func failure(_ head: String, _ body: Data) async throws -> NetworkError {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                while true {
                    try await connection.receiveRequest()
                    try await connection.send(Data("HTTP/1.1 \(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body)
                }
            }
            return try await NIOTransport.withTransport { transport in
                let session = try HostileServer.session(at: server.authority, over: transport)
                let endpoint = Endpoint<TestGuest, Item>(.get, "/item", response: .json, operation: "item")
                let error = await #expect(throws: NetworkError.self) { try await session.send(endpoint) }
                return try #require(error)
            }
        }
    }

    @Test("an event stream that never ends is read at the reader's pace, and ends on the wire when the reader leaves")
    func endlessEvents() async throws {
        let sent = Atomic(0)
        let ended = Gate()
        let piece = Data(String(repeating: "data: 0123456789\n\n", count: 3_640).utf8)
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                defer { ended.open() }
                try await connection.receiveRequest()
                try await connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
                while true {
                    try await connection.send(piece)
                    sent.add(piece.count, ordering: .relaxed)
                }
            }
            try await NIOTransport.withTransport { transport in
                let session = try HostileServer.session(at: server.authority, over: transport)
                let endpoint = Endpoint<TestGuest, Data>(.get, "/events", response: .data, operation: "events")
                var count = 0
                for try await event in session.events(from: endpoint) {
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
}
