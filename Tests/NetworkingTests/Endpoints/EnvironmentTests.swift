import ContractSuites
import Foundation
import HTTPTypes
import Networking
import Primitives
import TestSupport
import Testing

@Suite("API environments", .failsOnUnexpectedCalls)
struct EnvironmentTests {
    @Test(
        "an environment with an unusable base URL is rejected, and the error does not repeat the URL",
        arguments: [
            "ftp://SECRET.example", "file:///SECRET", "SECRET", "/SECRET", "//SECRET.example/x", "https://",
            "https:///SECRET",
            "https://user@SECRET.example", "https://user:SECRET@h.example", "https://:SECRET@h.example",
            "https://h.example?SECRET", "https://h.example/?", "https://h.example#SECRET", "https://h.example/#",
            "mailto:SECRET@h",
            "wss://SECRET.example", "",
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
        "a base URL whose port is out of range is rejected, and the error names the port as the cause",
        arguments: ["http://h.example:0", "http://h.example:65536/x", "http://h.example:99999999999999999999/"])
    func port(baseURL: String) {
        let error = #expect(throws: InvalidAPIEnvironment.self) { try APIEnvironment.fixture(baseURL: baseURL) }
        #expect(error?.reason.contains("port from 1 to 65535") == true)
    }

    @Test("a host with non-ASCII letters is written in its xn-- form")
    func internationalHost() throws {
        let environment = try APIEnvironment.fixture(baseURL: "https://bücher.example")
        #expect(environment.origin.host == "xn--bcher-kva.example")
    }

    @Test(
        "an environment accepts any absolute http or https URL",
        arguments: [
            "http://localhost:8080", "https://h.example", "HTTPS://H.Example/Base/", "http://[::1]:8080/x",
            "http://10.0.0.1/",
        ])
    func valid(baseURL: String) throws {
        let environment = try APIEnvironment.fixture(baseURL: baseURL)
        #expect(environment.origin == Origin(try #require(URL(string: baseURL))))
    }

    @Test("an environment resolves a relative base URL against its absolute base")
    func relative() throws {
        let base = try #require(URL(string: "https://h.example/a/"))
        let environment = try APIEnvironment(name: "r", baseURL: #require(URL(string: "b", relativeTo: base)))
        let (request, _) = try Router(environment: environment, coding: MockBodyCoding()).route(
            Endpoint<TestGuest, Void>(.get, "/c", response: .nothing))
        #expect(request.path == "/a/b/c")
    }

    @Test("API versions are compared by number")
    func versions() {
        #expect(APIVersion(2) < APIVersion(10))
        #expect(APIVersion(2).description == "v2")
    }
}
