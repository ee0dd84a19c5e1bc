import Foundation
import Networking
import TestSupport
import Testing

@Suite("Responses of every form", .againstHttpbin, .timeLimit(.minutes(20)))
struct ResponseTests {
    private struct Line: Decodable {
        let id: Int
        let url: String
    }

    @Test("chunks of JSON lines arrive completely and in order", arguments: TransportUnderTest.all)
    func jsonLines(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/stream/100")
            #expect(response.header("Content-Length") == nil)
            let lines = try response.body.split(separator: UInt8(ascii: "\n")).map {
                try JSONDecoder().decode(Line.self, from: $0)
            }
            #expect(lines.map(\.id) == Array(0..<100))
        }
    }

    @Test(
        "chunks of any size carry the same number of bytes", arguments: TransportUnderTest.all,
        [1, 7, 1024, 10_240, 102_400])
    func chunkSizes(transport: TransportUnderTest, size: Int) async throws {
        try await Visitor.visit(over: transport) { visitor in
            // All calls share the server's random generator, so only the number of bytes is certain.
            let count = min(102_400, size * 2_000)
            let response = try await visitor.response(
                .get, "/stream-bytes/\(count)", query: [QueryItem("chunk_size", size)])
            #expect(response.body.count == count)
            let range = try await visitor.response(.get, "/range/\(count)", query: [QueryItem("chunk_size", size)])
            #expect(range.body == Data((0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }))
        }
    }

    @Test("binary data arrives unchanged", arguments: TransportUnderTest.all)
    func binary(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let image = try await visitor.response(.get, "/image/png")
            #expect(image.header("Content-Type") == "image/png")
            #expect(image.body.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
            #expect(image.header("Content-Length") == String(image.body.count))
        }
    }

    @Test("UTF-8 text arrives unchanged", arguments: TransportUnderTest.all)
    func unicode(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/encoding/utf8")
            let text = try #require(String(data: response.body, encoding: .utf8))
            #expect(text.contains("STARGΛ̊TE SG-1"))
            #expect(text.contains("แผ่นดินฮั่น"))
        }
    }

    @Test(
        "an HTML page instead of JSON is not a decoding error", arguments: TransportUnderTest.all,
        [("html", "text/html"), ("xml", "application/xml"), ("robots.txt", "text/plain")])
    func unexpectedMedia(transport: TransportUnderTest, page: (path: String, type: String)) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let error = await #expect(throws: NetworkError.self) {
                let _: Echo = try await visitor.guest.send(Endpoint(.get, "/\(page.path)", response: .json))
            }
            #expect(error?.cause == .unexpectedMedia(received: page.type))
        }
    }

    @Test("JSON of another structure is a decoding error with its path", arguments: TransportUnderTest.all)
    func unexpectedShape(transport: TransportUnderTest) async throws {
        struct Numbers: Decodable { let args: [Int] }
        try await Visitor.visit(over: transport) { visitor in
            let error = await #expect(throws: NetworkError.self) {
                let _: Numbers = try await visitor.guest.send(
                    Endpoint(.get, "/anything", query: [QueryItem("a", "x")], response: .json))
            }
            guard case .decoding(let failure) = error?.cause else {
                Issue.record("no decoding error: \(String(describing: error))")
                return
            }
            #expect(failure.path == "args")
        }
    }

    @Test("a HEAD response has the GET's header fields and no body", arguments: TransportUnderTest.all)
    func head(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let head = try await visitor.response(.head, "/html")
            let get = try await visitor.response(.get, "/html")
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            #expect(head.header("Content-Length") == String(get.body.count))
            #expect(head.header("Content-Type") == get.header("Content-Type"))
            // The connection stays usable.
            let next = try await visitor.echo()
            #expect(next.method == "GET")
        }
    }

    @Test("OPTIONS returns the allowed methods", arguments: TransportUnderTest.all)
    func options(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.options, "/get")
            let allowed = Set((response.header("Allow") ?? "").split(separator: ",").map { $0.filter { $0 != " " } })
            #expect(allowed == ["GET", "HEAD", "OPTIONS"])
        }
    }

    @Test(
        "fields of the same name keep their order, and stay separate where the transport can",
        arguments: TransportUnderTest.all)
    func repeatedFields(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(
                .get, "/response-headers",
                query: [QueryItem("X-Step", "one"), QueryItem("X-Step", "two, three"), QueryItem("X-Empty", "")])
            let steps = response.headers.filter { $0.name.lowercased() == "x-step" }.map(\.value)
            #expect(steps == (transport.joinsLines ? ["one, two, three"] : ["one", "two, three"]))
            #expect(response.header("X-Empty") == "")
        }
    }

    @Test("a field of three kilobytes arrives completely", arguments: TransportUnderTest.all)
    func largeField(transport: TransportUnderTest) async throws {
        let value = String(repeating: "abcdefghij", count: 300)
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/response-headers", query: [QueryItem("X-Large", value)])
            #expect(response.header("X-Large") == value)
        }
    }
}
