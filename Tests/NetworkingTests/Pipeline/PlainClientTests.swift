import ContractSuites
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("A client made from a URL", .failsOnUnexpectedCalls)
struct PlainClientTests {
    private func client(_ url: String, over transport: any Transport, version: APIVersion? = nil) throws -> Client {
        try Client(#require(URL(string: url)), over: transport, version: version)
    }

    @Test("one line reads a JSON value from any URL")
    func get() async throws {
        let transport = MockTransport(responding: .json(#"{"name":"pen"}"#))
        let item: Item = try await client("https://shop.example/api", over: transport)
            .session(for: TestGuest.self).get("/items/1", query: [QueryItem("size", 2)])
        #expect(item == Item(name: "pen"))
        let request = try #require(transport.requests.first)
        #expect(request.path == "/api/items/1?size=2")
        #expect(request.headerFields[.accept] == "application/json")
    }

    @Test("it has the standard pipeline: a temporary failure is retried")
    func retry() async throws {
        let transport = MockTransport(.empty(.serviceUnavailable), .json(#"{"name":"pen"}"#))
        let session = try client("https://shop.example", over: transport, version: APIVersion(2))
            .session(for: TestGuest.self)
        #expect(try await session.get("/item", as: Item.self) == Item(name: "pen"))
        #expect(transport.requests.map(\.path) == ["/v2/item", "/v2/item"])
    }

    @Test("an address that is no URL of a server is refused", arguments: ["shop.example", "ftp://shop.example"])
    func unsuitable(url: String) {
        #expect(throws: InvalidAPIEnvironment.self) { try client(url, over: MockTransport()) }
    }
}
