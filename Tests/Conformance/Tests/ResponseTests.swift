import EngineTestSupport
import Foundation
import Networking
import Testing

@Suite("Responses of every form", .againstHttpbin, .timeLimit(.minutes(20)))
struct ResponseTests {
    @Test(
        "chunks of any size arrive completely and in order", arguments: TransportUnderTest.all, [1, 7, 1_024, 102_400])
    func chunks(transport: TransportUnderTest, size: Int) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let count = min(102_400, size * 2_000)
            let range = try await visitor.response(.get, "/range/\(count)", query: [QueryItem("chunk_size", size)])
            #expect(range.body == Data((0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }))
            let lines = try await visitor.response(.get, "/stream/100")
            #expect(lines.header("Content-Length") == nil)
            #expect(lines.body.split(separator: UInt8(ascii: "\n")).count == 100)
        }
    }

    @Test("binary data and text arrive unchanged", arguments: TransportUnderTest.all)
    func content(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let image = try await visitor.response(.get, "/image/png")
            #expect(image.header("Content-Type") == "image/png")
            #expect(image.body.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
            #expect(image.header("Content-Length") == String(image.body.count))
            let page = try await visitor.response(.get, "/encoding/utf8")
            let text = try #require(String(data: page.body, encoding: .utf8))
            #expect(text.contains("STARGΛ̊TE SG-1") && text.contains("แผ่นดินฮั่น"))
        }
    }

    @Test(
        "an encoding is requested and decoded, and its header fields are the server's own",
        arguments: TransportUnderTest.all, ["gzip", "deflate"])
    func encoding(transport: TransportUnderTest, encoding: String) async throws {
        struct Packed: Decodable { let headers: [String: String] }
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/\(encoding)")
            let packed = try JSONDecoder().decode(Packed.self, from: response.body)
            #expect(packed.headers["Accept-Encoding"]?.contains(encoding) == true)
            #expect(response.header("Content-Encoding") == encoding)
            let length = try #require(response.header("Content-Length").flatMap(Int.init))
            #expect(length < response.body.count)
        }
    }

    @Test("a response may be as large as the client allows, and no byte larger", arguments: TransportUnderTest.all)
    func limit(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.responseLimit = 1_024
        try await Visitor.visit(over: transport, chain) { visitor in
            let most = try await visitor.response(.get, "/bytes/1024")
            #expect(most.body.count == 1_024)
            let error = await visitor.failure(.get, "/bytes/1025")
            #expect(error?.cause == .transport(.responseTooLarge(limit: 1_024)))
        }
    }

    @Test("a HEAD response has the GET's header fields and no body", arguments: TransportUnderTest.all)
    func head(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let head = try await visitor.response(.head, "/html")
            let get = try await visitor.response(.get, "/html")
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head.header("Content-Length") == String(get.body.count))
            #expect(head.header("Content-Type") == get.header("Content-Type"))
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

    @Test(
        "cookies arrive as separate fields, and neither the next hop nor the next call sends them",
        arguments: TransportUnderTest.all)
    func cookies(transport: TransportUnderTest) async throws {
        struct Jar: Decodable, Equatable { let cookies: [String: String] }
        let two = [QueryItem("a", "1"), QueryItem("b", "two, three")]
        var chain = Chain()
        chain.redirects = .never
        try await Visitor.visit(over: transport, chain) { visitor in
            let response = try await visitor.response(.get, "/cookies/set", query: two)
            let fields = response.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
            #expect(fields == ["a=1; Path=/", #"b="two\054 three"; Path=/"#])
        }
        try await Visitor.visit(over: transport) { visitor in
            let hop: Jar = try await visitor.guest.send(Endpoint(.get, "/cookies/set", query: two, response: .json))
            #expect(hop == Jar(cookies: [:]))
            let own: Jar = try await visitor.guest.send(
                Endpoint(.get, "/cookies", headers: [HeaderField("Cookie", "c=1; d=2")], response: .json))
            #expect(own == Jar(cookies: ["c": "1", "d": "2"]))
        }
    }
}
