import EngineTestSupport
import Foundation
import Networking
import Primitives
import Testing

@Suite("Redirects with httpbin", .againstHttpbin, .timeLimit(.minutes(20)))
struct RedirectTests {
    private func redirect(to target: String, _ status: Int) -> [QueryItem] {
        [QueryItem("url", target), QueryItem("status_code", status)]
    }

    @Test(
        "301, 302 and 303 change a POST into a GET without a body; 303 alone changes a PUT",
        arguments: TransportUnderTest.all, [301, 302, 303, 307, 308])
    func methods(transport: TransportUnderTest, status: Int) async throws {
        let note = EndpointBody.data(Data("note".utf8), contentType: "text/plain")
        try await Visitor.visit(over: transport) { visitor in
            for (method, isKept) in [(Networking.RequestMethod.post, status > 303), (.put, status != 303)] {
                let echo = try await visitor.echo(
                    method, "/redirect-to", query: redirect(to: "/anything/here", status), body: note)
                #expect(echo.method == (isKept ? method.rawValue : "GET"))
                #expect(echo.data == (isKept ? "note" : ""))
                #expect(echo.header("Content-Type") == (isKept ? "text/plain" : nil))
                #expect(echo.header("Content-Length") == (isKept ? "4" : nil))
                #expect(echo.url.hasSuffix("/anything/here"))
            }
        }
    }

    @Test("a streamed body that can be read again is sent again", arguments: TransportUnderTest.all)
    func replayed(transport: TransportUnderTest) async throws {
        let body = RequestBody.Streamed(length: 10, isReplayable: true) {
            ByteStream(chunks: [Data("01234".utf8), Data("56789".utf8)])
        }
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(
                .post, "/redirect-to", query: redirect(to: "/anything", 307),
                body: .stream(body, contentType: "text/plain"))
            #expect(echo.data == "0123456789")
        }
    }

    @Test(
        "twenty hops are followed, with relative and absolute URLs", arguments: TransportUnderTest.all,
        ["redirect", "relative-redirect", "absolute-redirect"])
    func chains(transport: TransportUnderTest, kind: String) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/\(kind)/20")
            #expect(response.status == 200)
            #expect(response.attempts == 21)
            let echo = try JSONDecoder().decode(Echo.self, from: response.body)
            #expect(echo.url.hasSuffix("/get"))
        }
    }

    @Test(
        "a relative Location is resolved as RFC 3986 defines", arguments: TransportUnderTest.all,
        [
            ("anything/x", "/anything/x"), ("./anything/a/../b", "/anything/b"),
            ("/anything/y?q=1#part", "/anything/y?q=1"),
            ("?url=/anything/z&status_code=302", "/anything/z"),
        ])
    func resolution(transport: TransportUnderTest, reference: (location: String, target: String)) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(.get, "/redirect-to", query: redirect(to: reference.location, 302))
            #expect(echo.url == visitor.client.environment.origin.description + reference.target)
        }
    }

    @Test("a HEAD stays a HEAD", arguments: TransportUnderTest.all, [302, 303])
    func head(transport: TransportUnderTest, status: Int) async throws {
        try await Visitor.visit(over: transport) { visitor in
            // The target responds to a GET with a body, and to HEAD with that body's length only.
            let response = try await visitor.response(.head, "/redirect-to", query: redirect(to: "/bytes/7", status))
            #expect(response.status == 200)
            #expect(response.header("Content-Length") == "7")
            #expect(response.body.isEmpty)
        }
    }

    @Test(
        "a redirect within the origin is signed again, and one to another origin has no secret, as the other server sees it",
        arguments: TransportUnderTest.all, [true, false])
    func signature(transport: TransportUnderTest, isSameOrigin: Bool) async throws {
        let target = isSameOrigin ? "/anything" : try Httpbin.otherOrigin() + "/anything"
        try await Visitor.visit(over: transport) { visitor in
            let echo: Echo = try await visitor.member("s3cret").send(
                Endpoint(
                    .get, "/redirect-to", query: redirect(to: target, 302),
                    headers: [
                        HeaderField("X-Tenant", "blue"), HeaderField("Cookie", "a=1"),
                        HeaderField("Accept-Language", "de"),
                    ],
                    response: .json))
            #expect(echo.url.hasSuffix(target))
            #expect(echo.header("Host").map { echo.url.hasPrefix("http://\($0)/") } == true)
            #expect(echo.header("Authorization") == (isSameOrigin ? "Bearer s3cret" : nil))
            #expect(echo.header("X-Tenant") == (isSameOrigin ? "blue" : nil))
            #expect(echo.header("Cookie") == (isSameOrigin ? "a=1" : nil))
            #expect(echo.header("Accept-Language") == "de")
        }
    }
}
