import ContractSuites
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("API keys and basic authentication", .failsOnUnexpectedCalls)
struct KeyTests {
    private static let canary = Canary("key")
    private static let key = canary.secret

    private func origin(_ url: String = "https://api.example.com") throws -> Origin {
        try APIEnvironment.fixture(baseURL: url).origin
    }

    /// Sends one call through `interceptor`, after `outer`.
    private func send(
        through interceptor: any Interceptor, outer: [any Interceptor] = [],
        response: ServerResponse = .json(#"{"name":"pen"}"#),
        monitor: MockEventMonitor = MockEventMonitor()
    ) async throws -> (request: HTTPRequest?, error: NetworkError?) {
        let transport = MockTransport(responding: response)
        let session = try Client.fixture(transport: transport, interceptors: outer + [interceptor], monitor: monitor)
            .session(for: TestGuest.self)
        do throws(NetworkError) {
            _ = try await session.send(.item)
            return (transport.requests.first, nil)
        } catch {
            return (transport.requests.first, error)
        }
    }

    private func rewriting(
        _ change: @escaping @Sendable (inout Call) -> Void
    ) -> MockInterceptor {
        MockInterceptor { call, next throws(NetworkError) in
            var call = call
            change(&call)
            return try await next(call)
        }
    }

    @Test("a key goes into the field that the server reads")
    func header() async throws {
        let interceptor = try APIKeyInterceptor(Self.key, in: .header("X-Api-Key"), for: origin())
        let name = try #require(HTTPField.Name("X-Api-Key"))
        let isSigned = try await send(through: interceptor).request?.headerFields[name] == Self.canary.text
        #expect(isSigned)
    }

    @Test(
        "a key goes into the query once, whatever characters it has, and whatever is there already",
        arguments: [
            ("/item", "/item?api%20key=a%26b%3Dc%23%2B"), ("/item?x=1", "/item?x=1&api%20key=a%26b%3Dc%23%2B"),
            ("/item?api%20key=old&x=1", "/item?x=1&api%20key=a%26b%3Dc%23%2B"),
            ("/item?", "/item?api%20key=a%26b%3Dc%23%2B"), ("/item?api%20key", "/item?api%20key=a%26b%3Dc%23%2B"),
            ("/item?x&&y&", "/item?x&&y&api%20key=a%26b%3Dc%23%2B"),
            ("/item?api%20keys=1", "/item?api%20keys=1&api%20key=a%26b%3Dc%23%2B"),
        ])
    func query(path: String, signed: String) async throws {
        let interceptor = try APIKeyInterceptor(Secret("a&b=c#+"), in: .query("api key"), for: origin())
        let outer = rewriting { $0.request.path = path }
        #expect(try await send(through: interceptor, outer: [outer]).request?.path == signed)
    }

    @Test(
        "a key in the query is no part of what an answer answers, whatever the caller's query looks like",
        arguments: [
            ("/item", "/item"), ("/item?x=1", "/item?x=1"), ("/item?", "/item?"), ("/item?x&&y&", "/item?x&&y&"),
            ("/item?key=SECRET", "/item"), ("/item?x=1&key=SECRET&y", "/item?x=1&y"),
        ])
    func target(path: String, expected: String) async throws {
        let interceptor = try APIKeyInterceptor(Self.key, in: .query("key"), for: origin())
        let transport = MockTransport(responding: .json("{}"))
        let response = try await Pipeline(interceptors: [interceptor], transport: transport).send(
            call(to: Self.canary.planted(in: path)))
        let isSigned = transport.requests.first?.path?.hasSuffix("key=\(Self.canary.text)")
        #expect(isSigned == true)
        #expect(response.target == RequestTarget(scheme: "https", authority: "api.example.com", path: expected))
    }

    @Test("an answer to something else than what was signed names no target: the key may be in it")
    func otherTarget() async throws {
        let interceptor = try APIKeyInterceptor(Self.key, in: .query("key"), for: origin())
        for path in ["/other?key=\(Self.canary.text)", "/other"] {
            let elsewhere = rewriting { $0.request.path = path }
            let pipeline = Pipeline(
                interceptors: [interceptor, elsewhere], transport: MockTransport(responding: .json("{}")))
            #expect(try await pipeline.send(call(to: "/item")).target == nil)
        }
    }

    private func call(to path: String) throws -> Call {
        var call = try Call.fixture()
        call.request.path = path
        return call
    }

    @Test("name and password become one field (the example of RFC 7617 section 2.1 in UTF-8)")
    func basic() async throws {
        let interceptor = try BasicAuthenticationInterceptor(user: "test", password: Secret("123£"), for: origin())
        #expect(try await send(through: interceptor).request?.headerFields[.authorization] == "Basic dGVzdDoxMjPCow==")
    }

    private func interceptors() throws -> [any Interceptor] {
        [
            try APIKeyInterceptor(Self.key, in: .header("X-Api-Key"), for: origin()),
            try APIKeyInterceptor(Self.key, in: .query("key"), for: origin()),
            try BasicAuthenticationInterceptor(user: "ada", password: Self.key, for: origin()),
        ]
    }

    @Test("none of them goes to another origin, and nothing is sent", arguments: ["evil.net", "api.example.com:8443"])
    func foreign(authority: String) async throws {
        for interceptor in try interceptors() {
            let (request, error) = try await send(
                through: interceptor, outer: [rewriting { $0.request.authority = authority }])
            #expect(request == nil)
            #expect(error?.cause == .foreignOrigin)
        }
    }

    @Test("a call whose credential is withheld goes on unsigned")
    func withheld() async throws {
        for interceptor in try interceptors() {
            let outer = rewriting { call in
                call.request.authority = "evil.net"
                call.signing = .withheld
            }
            let request = try #require(try await send(through: interceptor, outer: [outer]).request)
            #expect(!Self.canary.isFound(in: "\(request.headerFields) \(request.path ?? "")"))
            #expect(request.headerFields[.authorization] == nil)
        }
    }

    @Test("none of them shows in an event, an error, or a call as it is printed")
    func secrecy() async throws {
        for interceptor in try interceptors() {
            let monitor = MockEventMonitor()
            let (request, error) = try await send(
                through: interceptor, response: .json("{}", status: .unauthorized), monitor: monitor)
            var texts = [String(reflecting: error), "\(String(describing: error))", "\(monitor.events)"]
            texts += [error?.userMessage ?? "", String(reflecting: interceptor)]
            dump(interceptor, to: &texts[0])
            for text in texts { #expect(!text.contains("canary") && !Self.canary.isFound(in: text)) }
            #expect(request != nil && error?.status == 401)
        }
    }

    @Test("a query without names is all values, and shows none")
    func namelessQuery() async throws {
        let interceptor = try APIKeyInterceptor(Self.key, in: .query("key"), for: origin())
        let outer = rewriting { $0.request.path = "/item?\(Self.canary.text)" }
        let client = try Client.fixture(
            transport: MockTransport(failing: .connectionLost), interceptors: [outer, interceptor])
        let error = await expectError(.transport(.connectionLost)) {
            try await client.session(for: TestGuest.self).send(.item)
        }
        #expect(error?.metadata.url == "https://api.example.com/item?‹redacted›&key=‹redacted›")
    }

    @Test(
        "what can't be sent as it is, is refused when the link is made, without a word of it",
        arguments: [
            ("", APIKeyInterceptor.Place.header("X-Key")), ("SECRET\r\nX: y", .header("X-Key")),
            ("SECRET", .header("X Key")),
            ("SECRET", .header("")), ("SECRET", .query("")),
        ])
    func invalidKey(key: String, place: APIKeyInterceptor.Place) throws {
        let origin = try origin()
        let error = #expect(throws: InvalidCredential.self) {
            try APIKeyInterceptor(Secret(Self.canary.planted(in: key)), in: place, for: origin)
        }
        #expect(error?.reason.contains("canary") == false)
    }

    @Test(
        "a user name with a colon, and control characters, are refused",
        arguments: [("a:b", "p"), ("a\n", "p"), ("a", "p\u{7F}"), ("a\u{0}", "p"), ("a", "\u{85}")])
    func invalidBasic(user: String, password: String) throws {
        let origin = try origin()
        #expect(throws: InvalidCredential.self) {
            try BasicAuthenticationInterceptor(user: user, password: Secret(password), for: origin)
        }
    }

    @Test(
        "a bearer token that is no field value is an error, and nothing is sent",
        arguments: ["SECRET\r\nX: y", "a\u{0}"])
    func invalidToken(token: String) async throws {
        let transport = MockTransport(responding: .json("{}"))
        let credential = BearerCredential(
            token: Secret(Self.canary.planted(in: token)), refreshToken: nil, expiresAt: nil)
        let credentialProvider = try CredentialProvider.fixture(
            credential: credential, refresher: MockCredentialRefresher())
        let client = try Client.fixture(transport: transport, interceptors: [AuthenticationInterceptor()])
        await expectError(.invalidRequest(reason: "The credential has a character that can't stand in a header field."))
        {
            try await client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider)).send(
                .item)
        }
        #expect(transport.requests.isEmpty)
    }
}
