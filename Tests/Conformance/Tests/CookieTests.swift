import Foundation
import Networking
import TestSupport
import Testing

@Suite("Cookies, which are not stored", .againstHttpbin, .timeLimit(.minutes(20)))
struct CookieTests {
    private struct Jar: Decodable, Equatable { let cookies: [String: String] }

    private let two = [QueryItem("a", "1"), QueryItem("b", "two, three")]

    @Test("two cookies arrive as two header fields", arguments: TransportUnderTest.all)
    func apart(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.redirects = .never
        try await Visitor.visit(over: transport, chain) { visitor in
            let response = try await visitor.response(.get, "/cookies/set", query: two)
            let fields = response.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
            #expect(fields == ["a=1; Path=/", #"b="two\054 three"; Path=/"#])
        }
    }

    @Test("neither the next hop nor the next call sends the cookies", arguments: TransportUnderTest.all)
    func forgotten(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let hop: Jar = try await visitor.guest.send(
                Endpoint(.get, "/cookies/set", query: two, response: .json))
            #expect(hop == Jar(cookies: [:]))
            let later: Jar = try await visitor.guest.send(Endpoint(.get, "/cookies", response: .json))
            #expect(later == Jar(cookies: [:]))
        }
    }

    @Test("a cookie that the endpoint itself sets arrives", arguments: TransportUnderTest.all)
    func explicit(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let jar: Jar = try await visitor.guest.send(
                Endpoint(.get, "/cookies", headers: [HeaderField("Cookie", "a=1; b=2")], response: .json))
            #expect(jar == Jar(cookies: ["a": "1", "b": "2"]))
        }
    }
}
