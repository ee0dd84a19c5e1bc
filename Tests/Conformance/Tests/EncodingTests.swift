import Foundation
import Networking
import TestSupport
import Testing

@Suite("Encoded responses and their limits", .againstHttpbin, .timeLimit(.minutes(20)))
struct EncodingTests {
    private struct Packed: Decodable {
        var gzipped: Bool?
        var deflated: Bool?
        let headers: [String: String]
    }

    @Test("gzip is requested, and arrives decoded", arguments: TransportUnderTest.all)
    func gzip(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let packed: Packed = try await visitor.guest.send(Endpoint(.get, "/gzip", response: .json))
            #expect(packed.gzipped == true)
            #expect(packed.headers["Accept-Encoding"]?.contains("gzip") == true)
        }
    }

    @Test("deflate arrives decoded", arguments: TransportUnderTest.all)
    func deflate(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let packed: Packed = try await visitor.guest.send(Endpoint(.get, "/deflate", response: .json))
            #expect(packed.deflated == true)
            #expect(packed.headers["Accept-Encoding"]?.contains("deflate") == true)
        }
    }

    @Test(
        "the header fields of an encoded response are the server's own", arguments: TransportUnderTest.all,
        ["gzip", "deflate"])
    func fields(transport: TransportUnderTest, encoding: String) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/\(encoding)")
            #expect(response.header("Content-Encoding") == encoding)
            let length = try #require(response.header("Content-Length").flatMap(Int.init))
            #expect(length < response.body.count)
            #expect(throws: Never.self) { try JSONDecoder().decode(Packed.self, from: response.body) }
        }
    }

    @Test("a request for no encoding gets an unencoded response", arguments: TransportUnderTest.all)
    func identity(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(headers: [HeaderField("Accept-Encoding", "identity")])
            #expect(echo.header("Accept-Encoding") == "identity")
        }
    }

    @Test("a response may be as large as the client allows, and no byte larger", arguments: TransportUnderTest.all)
    func limit(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.responseLimit = 1024
        try await Visitor.visit(over: transport, chain) { visitor in
            let most = try await visitor.response(.get, "/bytes/1024")
            #expect(most.body.count == 1024)
            let error = await visitor.failure(.get, "/bytes/1025")
            #expect(error?.cause == .transport(.responseTooLarge(limit: 1024)))
        }
    }

    @Test("the body limit counts decoded bytes", arguments: TransportUnderTest.all)
    func decodedLimit(transport: TransportUnderTest) async throws {
        let length = try await encodedLength(over: transport)
        var chain = Chain()
        chain.responseLimit = length
        try await Visitor.visit(over: transport, chain) { visitor in
            let error = await visitor.failure(.get, "/gzip")
            #expect(error?.cause == .transport(.responseTooLarge(limit: length)))
        }
    }

    private func encodedLength(over transport: TransportUnderTest) async throws -> Int {
        var length: Int?
        try await Visitor.visit(over: transport) { visitor in
            length = try await visitor.response(.get, "/gzip").header("Content-Length").flatMap(Int.init)
        }
        return try #require(length)
    }
}
