import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@Suite("API environments", .failsOnUnexpectedCalls)
struct EnvironmentTests {
    @Test(
        "an environment with an unusable base URL is rejected, and the error does not repeat the URL",
        arguments: [
            "ftp://SECRET.example", "file:///SECRET", "SECRET", "/SECRET", "//SECRET.example/x", "https://",
            "https:///SECRET", "https://user@SECRET.example", "https://user:SECRET@h.example",
            "https://:SECRET@h.example",
            "https://h.example?SECRET", "https://h.example/?", "https://h.example#SECRET", "https://h.example/#",
            "mailto:SECRET@h", "wss://SECRET.example", "https://SECRET.example:65536/x", "",
        ])
    func invalid(baseURL: String) throws {
        let error = #expect(throws: InvalidAPIEnvironment.self) {
            try APIEnvironment.fixture(baseURL: Canary("base-url").planted(in: baseURL))
        }
        let reason = try #require(error?.reason)
        #expect(reason.hasSuffix("."))
        #expect(!reason.contains("canary"))
    }

    @Test(
        "an environment accepts any absolute http or https URL",
        arguments: [
            "http://localhost:8080", "https://h.example", "HTTPS://H.Example/Base/", "http://[::1]:8080/x",
            "http://10.0.0.1/", "https://bücher.example",
        ])
    func valid(baseURL: String) throws {
        let environment = try APIEnvironment.fixture(baseURL: baseURL)
        #expect(environment.origin == Origin(try #require(URL(string: baseURL))))
        #expect(environment.origin.host.utf8.allSatisfy { $0 < 0x80 }, "xn--bcher-kva.example")
    }

    @Test("an environment resolves a relative base URL against its absolute base")
    func relative() throws {
        let base = try #require(URL(string: "https://h.example/a/"))
        let environment = try APIEnvironment(name: "r", baseURL: #require(URL(string: "b", relativeTo: base)))
        let (request, _) = try Router(environment: environment, coding: MockBodyCoding()).route(
            Endpoint<TestGuest, Void>(.get, "/c", response: .nothing))
        #expect(request.path == "/a/b/c")
    }
}

@Suite("Supported API versions", .failsOnUnexpectedCalls)
struct VersionsTests {
    @Test(
        "the API version comes from the endpoint, or else from the environment, whose list refuses all others",
        arguments: [
            (nil, 2, [1, 2], "/v2/item"), (1, 2, [1, 2], "/v1/item"), (nil, nil, [], "/item"),
            (3, 2, [2, 3], "/v3/item"), (3, 2, nil, "/v3/item"), (3, 2, [1, 2], nil),
        ] as [(Int?, Int?, Set<Int>?, String?)])
    func choice(own: Int?, standard: Int?, supported: Set<Int>?, path: String?) async throws {
        let transport = MockTransport(responding: .json(#"{"name":"pen"}"#))
        let environment = try APIEnvironment.fixture(
            version: standard.map { APIVersion($0) }, versions: supported.map { Set($0.map { APIVersion($0) }) })
        let session = try Client.fixture(transport: transport, environment: environment).session(for: TestGuest.self)
        let endpoint = Endpoint<TestGuest, Item>(
            .get, "/item", version: own.map { APIVersion($0) }, response: .json, operation: "item")
        if path == nil {
            await expectError(.invalidRequest(reason: "item needs v3, but fixture supports only v1, v2.")) {
                try await session.send(endpoint)
            }
        } else {
            _ = try await session.send(endpoint)
        }
        #expect(transport.requests.first?.path == path)
    }

    @Test("an environment whose list of versions lacks the default version is rejected")
    func badDefault() {
        #expect(throws: InvalidAPIEnvironment.self) {
            try APIEnvironment.fixture(version: APIVersion(3), versions: [APIVersion(1), APIVersion(2)])
        }
    }
}

@Suite("A client made from a URL", .failsOnUnexpectedCalls)
struct PlainClientTests {
    @Test("one line reads a JSON value from any URL through the standard pipeline, which retries a temporary failure")
    func get() async throws {
        let transport = MockTransport(.empty(.serviceUnavailable), .json(#"{"name":"pen"}"#))
        let url = try #require(URL(string: "https://shop.example/api"))
        let item: Item = try await Client(url, over: transport, version: APIVersion(2)).session(for: TestGuest.self)
            .get("/items/1", query: [QueryItem("size", 2)])
        #expect(item == Item(name: "pen"))
        #expect(transport.requests.map(\.path) == ["/api/v2/items/1?size=2", "/api/v2/items/1?size=2"])
        #expect(transport.requests.first?.headerFields[.accept] == "application/json")
    }
}
