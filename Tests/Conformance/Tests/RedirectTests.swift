import Foundation
import Networking
import Primitives
import TestSupport
import Testing

@Suite("Redirects with httpbin", .againstHttpbin, .timeLimit(.minutes(20)))
struct RedirectTests {
    private func redirect(to target: String, _ status: Int) -> [QueryItem] {
        [QueryItem("url", target), QueryItem("status_code", status)]
    }

    private let note = EndpointBody.data(Data("note".utf8), contentType: "text/plain")

    @Test(
        "301, 302 and 303 after a POST are followed by a GET without a body", arguments: TransportUnderTest.all,
        [301, 302, 303])
    func postBecomesGet(transport: TransportUnderTest, status: Int) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(
                .post, "/redirect-to", query: redirect(to: "/anything/here", status), body: note)
            #expect(echo.method == "GET")
            #expect(echo.data == "")
            #expect(echo.header("Content-Type") == nil)
            #expect(echo.header("Content-Length") == nil)
            #expect(echo.url.hasSuffix("/anything/here"))
            #expect(visitor.monitor.names.filter { $0 == "redirected" }.count == 1)
        }
    }

    @Test("307 and 308 keep method and body", arguments: TransportUnderTest.all, [307, 308])
    func postStaysPost(transport: TransportUnderTest, status: Int) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(
                .post, "/redirect-to", query: redirect(to: "/anything/here", status), body: note)
            #expect(echo.method == "POST")
            #expect(echo.data == "note")
            #expect(echo.header("Content-Type") == "text/plain")
            #expect(echo.header("Content-Length") == "4")
        }
    }

    @Test("only 303 changes methods other than POST", arguments: TransportUnderTest.all, [301, 302, 303, 307, 308])
    func putStaysPut(transport: TransportUnderTest, status: Int) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(
                .put, "/redirect-to", query: redirect(to: "/anything", status), body: note)
            #expect(echo.method == (status == 303 ? "GET" : "PUT"))
            #expect(echo.data == (status == 303 ? "" : "note"))
        }
    }

    @Test("a streamed body that can be read again is sent again", arguments: TransportUnderTest.all, [307, 308])
    func replayed(transport: TransportUnderTest, status: Int) async throws {
        let body = RequestBody.Streamed(length: 10, isReplayable: true) {
            ByteStream(chunks: [Data("01234".utf8), Data("56789".utf8)])
        }
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(
                .post, "/redirect-to", query: redirect(to: "/anything", status),
                body: .stream(body, contentType: "text/plain"))
            #expect(echo.data == "0123456789")
        }
    }

    @Test("a one-shot body is not sent again, and the error names the cause", arguments: TransportUnderTest.all)
    func notReplayed(transport: TransportUnderTest) async throws {
        let body = RequestBody.Streamed(length: 4, isReplayable: false) { ByteStream(Data("once".utf8)) }
        try await Visitor.visit(over: transport) { visitor in
            let error = await visitor.failure(
                .post, "/redirect-to", query: redirect(to: "/anything", 307),
                body: .stream(body, contentType: "text/plain"))
            #expect(error?.cause == .redirect(.bodySpent))
            #expect(error?.metadata.attempts == 1)
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

    @Test("the twenty-first hop is rejected", arguments: TransportUnderTest.all)
    func limit(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let error = await visitor.failure(.get, "/redirect/21")
            #expect(error?.cause == .redirect(.tooMany(limit: 20)))
            #expect(error?.metadata.attempts == 21)
        }
    }

    @Test("a policy that follows no redirect returns the redirect itself", arguments: TransportUnderTest.all)
    func never(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.redirects = .never
        try await Visitor.visit(over: transport, chain) { visitor in
            let response = try await visitor.response(.get, "/redirect/2")
            #expect(response.status == 302)
            #expect(response.header("Location") == "/relative-redirect/1")
            #expect(response.attempts == 1)
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

    @Test("a HEAD stays a HEAD", arguments: TransportUnderTest.all, [301, 302, 303, 307, 308])
    func head(transport: TransportUnderTest, status: Int) async throws {
        try await Visitor.visit(over: transport) { visitor in
            // The target responds to a GET with a body, and to HEAD with that body's length only.
            let response = try await visitor.response(.head, "/redirect-to", query: redirect(to: "/bytes/7", status))
            #expect(response.status == 200)
            #expect(response.header("Content-Length") == "7")
            #expect(response.body.isEmpty)
        }
    }

    @Test("a redirect within the origin is signed again", arguments: TransportUnderTest.all)
    func sameOrigin(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let echo: Echo = try await visitor.member("s3cret", refreshedBy: MockCredentialRefresher()).send(
                Endpoint(
                    .get, "/redirect-to", query: redirect(to: "/anything", 302),
                    headers: [HeaderField("X-Tenant", "blue")], response: .json))
            #expect(echo.header("Authorization") == "Bearer s3cret")
            #expect(echo.header("X-Tenant") == "blue")
        }
    }

    @Test(
        "a redirect to another origin has neither the credential nor other possible secrets",
        arguments: TransportUnderTest.all,
        [301, 302, 303, 307, 308])
    func otherOrigin(transport: TransportUnderTest, status: Int) async throws {
        let target = try Httpbin.otherOrigin() + "/anything"
        try await Visitor.visit(over: transport) { visitor in
            let echo: Echo = try await visitor.member("s3cret", refreshedBy: MockCredentialRefresher()).send(
                Endpoint(
                    .get, "/redirect-to", query: redirect(to: target, status),
                    headers: [
                        HeaderField("X-Tenant", "blue"), HeaderField("Cookie", "a=1"),
                        HeaderField("Accept-Language", "de"),
                    ],
                    response: .json))
            #expect(echo.url == target)
            #expect(echo.header("Host") == String(try Httpbin.otherOrigin().dropFirst("http://".count)))
            #expect(echo.header("Authorization") == nil)
            #expect(echo.header("X-Tenant") == nil)
            #expect(echo.header("Cookie") == nil)
            #expect(echo.header("Accept-Language") == "de")
            let kinds = visitor.monitor.events.map(\.kind)
            #expect(kinds.contains(.headersStripped(names: ["X-Tenant", "Cookie"])))
            #expect(kinds.contains(.credentialWithheld))
        }
    }

    @Test("a redirect back to the first origin does not restore the credential", arguments: TransportUnderTest.all)
    func thereAndBack(transport: TransportUnderTest) async throws {
        let there = try Httpbin.otherOrigin() + "/redirect-to?url="
        try await Visitor.visit(over: transport) { visitor in
            let back = visitor.client.environment.origin.description + "/anything"
            let echo: Echo = try await visitor.member("s3cret", refreshedBy: MockCredentialRefresher()).send(
                Endpoint(.get, "/redirect-to", query: redirect(to: there + back, 302), response: .json))
            #expect(echo.url == back)
            #expect(echo.header("Authorization") == nil)
        }
    }

    @Test("a redirect to another origin has no API key and no password", arguments: TransportUnderTest.all)
    func otherOriginOtherCredentials(transport: TransportUnderTest) async throws {
        let origin = try Httpbin.environment().origin
        let interceptors: [any Interceptor] = [
            try APIKeyInterceptor(Secret("k3y"), in: .header("X-Api-Key"), for: origin),
            try APIKeyInterceptor(Secret("k3y"), in: .query("api_key"), for: origin),
            try BasicAuthenticationInterceptor(user: "ada", password: Secret("lovelace"), for: origin),
        ]
        let target = try Httpbin.otherOrigin() + "/anything"
        for interceptor in interceptors {
            var chain = Chain()
            chain.authentication = interceptor
            try await Visitor.visit(over: transport, chain) { visitor in
                let echo = try await visitor.echo(.get, "/redirect-to", query: redirect(to: target, 302))
                #expect(echo.url == target)
                #expect(echo.header("X-Api-Key") == nil)
                #expect(echo.header("Authorization") == nil)
            }
        }
    }

    @Test(
        "an invalid redirect is not followed", arguments: TransportUnderTest.all,
        [
            ("ftp://example.com/", RedirectFailure.unsupportedScheme),
            ("http://user:pass@127.0.0.1/", .userInformation),
            ("http://exa%6Dple.com/", .invalidTarget),
        ])
    func refused(
        transport: TransportUnderTest, refusal: (location: String, failure: RedirectFailure)
    ) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let error = await visitor.failure(.get, "/redirect-to", query: redirect(to: refusal.location, 302))
            #expect(error?.cause == .redirect(refusal.failure))
            #expect(error?.metadata.attempts == 1)
        }
    }
}
