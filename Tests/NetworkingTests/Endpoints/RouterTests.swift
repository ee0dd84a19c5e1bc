import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Testing

@Suite("Router")
struct RouterTests {
    private typealias Call = Endpoint<TestGuest, Void>

    private func route(
        _ endpoint: Endpoint<TestGuest, some Sendable>, in environment: Networking.APIEnvironment? = nil,
        coding: any BodyCoding = PlainJSONBodyCoding()
    ) throws -> (request: HTTPRequest, body: RequestBody) {
        try Router(environment: environment ?? .fixture(), coding: coding).route(endpoint)
    }

    private func bytes(_ body: RequestBody) -> Data? {
        if case .data(let data) = body { data } else { nil }
    }

    @Test(
        "the router joins base URL, version and path with one slash each",
        arguments: [
            ("https://h.example", nil, "/a", "/a"), ("https://h.example/", nil, "/a", "/a"),
            ("https://h.example/base", nil, "/a", "/base/a"), ("https://h.example/base//", nil, "/a", "/base/a"),
            ("https://h.example/api/", 2, "/a", "/api/v2/a"),
            ("https://h.example/a%20b/%C3%A9", nil, "/a", "/a%20b/%C3%A9/a"),
            ("https://h.example/graphql", nil, "", "/graphql"), ("https://h.example", nil, "", "/"),
            ("https://h.example/", nil, "", "/"),
        ] as [(String, Int?, EndpointPath, String)])
    func target(baseURL: String, version: Int?, path: EndpointPath, expected: String) throws {
        let environment = try APIEnvironment.fixture(baseURL: baseURL, version: version.map { APIVersion($0) })
        let (request, _) = try route(Call(.get, path, response: .nothing), in: environment)
        #expect(request.path == expected)
        #expect(request.scheme == "https")
        #expect(request.authority == "h.example")
    }

    @Test(
        "the router encodes a query so that servers parse the same items",
        arguments: [
            ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a&b=c", "a%26b%3Dc"), ("100%", "100%25"), ("é", "%C3%A9"), ("", ""),
            ("😀", "%F0%9F%98%80"), ("#?/", "%23%3F%2F"), ("-._~", "-._~"), ("\r\n", "%0D%0A"), ("a;b", "a%3Bb"),
        ])
    func query(value: String, encoded: String) throws {
        let (request, _) = try route(
            Call(.get, "/a", query: [QueryItem("q", value), QueryItem(value, 7)], response: .nothing))
        #expect(request.path == "/a?q=\(encoded)&\(encoded)=7")
    }

    @Test("the router keeps repeated query items in order, and writes no ? for an empty query")
    func queryOrder() throws {
        let items = [QueryItem("tag", "b"), QueryItem("tag", "a"), QueryItem("", "")]
        #expect(try route(Call(.get, "/a", query: items, response: .nothing)).request.path == "/a?tag=b&tag=a&=")
        #expect(try route(Call(.get, "/a", response: .nothing)).request.path == "/a")
    }

    @Test(
        "the router encodes a form as the URL standard requires",
        arguments: [
            ("a b", "a+b"), ("a+b", "a%2Bb"), ("*-._", "*-._"), ("~", "%7E"), ("é", "%C3%A9"), ("a&b=c", "a%26b%3Dc"),
            ("", ""), ("\r\n", "%0D%0A"), ("'()", "%27%28%29"),
        ])
    func form(value: String, encoded: String) throws {
        let (request, body) = try route(Call(.post, "/a", body: .form([QueryItem("f", value)]), response: .nothing))
        #expect(bytes(body) == Data("f=\(encoded)".utf8))
        #expect(request.headerFields[.contentType] == "application/x-www-form-urlencoded")
    }

    @Test(
        "a value is encoded by the body coding, and bytes are sent unchanged with their own content type",
        arguments: [
            (.encodable(Item(name: "é/")), Data(#"{"name":"é/"}"#.utf8), "application/json"),
            (.data(Data([0, 255]), contentType: "image/png"), Data([0, 255]), "image/png"), (.none, nil, nil),
        ] as [(EndpointBody, Data?, String?)])
    func bodies(body: EndpointBody, expected: Data?, contentType: String?) throws {
        let (request, body) = try route(Call(.post, "/a", body: body, response: .nothing))
        #expect(bytes(body) == expected)
        #expect(request.headerFields[.contentType] == contentType)
    }

    @Test("an encoding error names the operation and nothing of the value")
    func unencodable() {
        let body = EndpointBody.encodable([Canary("body").text: Double.nan])
        let error = #expect(throws: InvalidRequest.self) {
            try route(Call(.post, "/a", body: body, response: .nothing, operation: "op()"))
        }
        #expect(error?.reason.contains("op()") == true)
        #expect(error.map { $0.reason.contains("canary") || $0.reason.contains("nan") } == false)
    }

    @Test("Accept comes from the endpoint, or else from the environment")
    func accept() throws {
        let environment = try APIEnvironment.fixture(defaultHeaders: [HeaderField("Accept", "text/own")])
        #expect(try route(.item, in: environment).request.headerFields[.accept] == "application/json")
        let silent = Call(.get, "/a", response: .nothing)
        #expect(try route(silent, in: environment).request.headerFields[.accept] == "text/own")
        let data = Endpoint<TestGuest, Data>(.get, "/a", response: .data)
        #expect(try route(data).request.headerFields[.accept] == "*/*")
    }

    @Test("an endpoint's header field overrides those of environment, body and response type, in any case")
    func headerOverride() throws {
        let environment = try APIEnvironment.fixture(
            defaultHeaders: [
                HeaderField("X-Own", "environment"), HeaderField("X-Kept", "kept"), HeaderField("x-own", "second"),
            ])
        let endpoint = Endpoint<TestGuest, Item>(
            .post, "/a",
            headers: [
                HeaderField("x-OWN", "endpoint"), HeaderField("accept", "text/plain"),
                HeaderField("CONTENT-TYPE", "text/csv"), HeaderField("If-Match", "\"a\""),
                HeaderField("if-match", "\"b\""),
            ],
            body: .encodable(1), response: .json)
        let fields = try route(endpoint, in: environment).request.headerFields
        #expect(fields.filter { $0.name.canonicalName == "x-own" }.map(\.value) == ["endpoint"])
        #expect(fields.filter { $0.name.canonicalName == "x-kept" }.map(\.value) == ["kept"])
        #expect(fields[.accept] == "text/plain")
        #expect(fields[.contentType] == "text/csv")
        #expect(fields.filter { $0.name == .ifMatch }.map(\.value) == ["\"a\"", "\"b\""], "both values are sent")
    }

    @Test(
        "a header field that a request can't contain makes the call invalid",
        arguments: [
            HeaderField("", "SECRET"), HeaderField("X Y", "SECRET"), HeaderField("X:", "SECRET"),
            HeaderField("X-É", "SECRET"), HeaderField("X-A", "SECRET\r\nX-B: b"), HeaderField("X-A", "SECRET\u{0}b"),
        ])
    func invalidHeader(argument: HeaderField) throws {
        let header = HeaderField(argument.name, Canary("header").planted(in: argument.value))
        let error = #expect(throws: InvalidRequest.self) {
            try route(Call(.get, "/a", headers: [header], response: .nothing))
        }
        #expect(error?.reason.contains("canary") == false, "a value may be a secret")
        #expect(throws: InvalidAPIEnvironment.self) { try APIEnvironment.fixture(defaultHeaders: [header]) }
    }

    /// Without a slash, a path would join the segment before it; some senders would encode a broken path again.
    @Test(
        "a path without a leading slash and a % that encodes nothing are rejected",
        arguments: [
            ("a", "slash"), ("v9/a", "slash"), ("?a=b", "slash"), ("@evil.net/a", "slash"), (":80/a", "slash"),
            ("/%", "%25"), ("/a%zz", "%25"), ("/%C3%A9/%4", "%25"), ("/%é9", "%25"),
        ] as [(EndpointPath, String)])
    func invalidPath(path: EndpointPath, reason: String) {
        let error = #expect(throws: InvalidRequest.self) { try route(Call(.get, path, response: .nothing)) }
        #expect(error?.reason.contains(reason) == true)
    }
}

@Suite("Endpoint paths", .failsOnUnexpectedCalls)
struct EndpointPathTests {
    @Test(
        "a path value stays within its segment",
        arguments: [
            ("plain", "plain"), ("../admin", "..%2Fadmin"), ("a/b", "a%2Fb"), ("a\\b", "a%5Cb"), ("a b", "a%20b"),
            ("a+b", "a%2Bb"), ("100%", "100%25"), ("%2e%2e", "%252e%252e"), ("é", "%C3%A9"), ("e\u{301}", "e%CC%81"),
            ("😀", "%F0%9F%98%80"), ("a?b#c", "a%3Fb%23c"), ("a;b=c", "a%3Bb%3Dc"), ("...", "..."), (" ", "%20"),
            ("\r\nHost: evil", "%0D%0AHost%3A%20evil"), ("\u{0}", "%00"), ("..;", "..%3B"),
        ])
    func segment(value: String, encoded: String) {
        let path: EndpointPath = "/users/\(value)/avatar"
        #expect(path.encoded == "/users/\(encoded)/avatar")
    }

    @Test(
        "a path accepts numbers and substrings as values, is used unchanged without any, and stays invalid",
        arguments: [
            ("/pages/\(7)/\(Int64.min)/\(UInt8.max)", "/pages/7/-9223372036854775808/255"),
            ("/\("a/b".prefix(2))", "/a%2F"), ("/users/me", "/users/me"), ("/users/\("me")", "/users/me"),
            // No encoding can keep these values within a segment.
            ("/\("")/\("a")/\("b")", nil), ("/users/\(".")/avatar", nil), ("/users/\("..")/avatar", nil),
        ] as [(EndpointPath, String?)])
    func values(path: EndpointPath, encoded: String?) {
        #expect(path.encoded == encoded)
    }
}
