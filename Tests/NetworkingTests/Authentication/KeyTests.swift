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

    @Test("an API key is sent in the configured header field")
    func header() async throws {
        let interceptor = try APIKeyInterceptor(Self.key, in: .header("X-Api-Key"), for: origin())
        let name = try #require(HTTPField.Name("X-Api-Key"))
        let isSigned = try await send(through: interceptor).request?.headerFields[name] == Self.canary.text
        #expect(isSigned)
    }

    @Test(
        "an API key is added to the query once, with any characters and beside any existing query",
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
        "an API key in the query is not part of the response's target, whatever the caller's query",
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

    @Test("a response to another path than the signed one has no target, because its query may contain the key")
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

    @Test("user name and password become one field, as in the example of RFC 7617 section 2.1 in UTF-8")
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

    @Test(
        "keys and passwords are not sent to another origin, and the call fails unsent",
        arguments: ["evil.net", "api.example.com:8443"])
    func foreign(authority: String) async throws {
        for interceptor in try interceptors() {
            let (request, error) = try await send(
                through: interceptor, outer: [rewriting { $0.request.authority = authority }])
            #expect(request == nil)
            #expect(error?.cause == .foreignOrigin)
        }
    }

    @Test("a call whose credential is withheld is sent unsigned")
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

    @Test("keys and passwords appear in no event, error or printed call")
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

    @Test("a query without names consists of values only, and is printed redacted")
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
        "a key that can't be sent unchanged is rejected when the interceptor is created, without being repeated",
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
        "a user name with a colon or control characters is rejected",
        arguments: [("a:b", "p"), ("a\n", "p"), ("a", "p\u{7F}"), ("a\u{0}", "p"), ("a", "\u{85}")])
    func invalidBasic(user: String, password: String) throws {
        let origin = try origin()
        #expect(throws: InvalidCredential.self) {
            try BasicAuthenticationInterceptor(user: user, password: Secret(password), for: origin)
        }
    }

    @Test(
        "a bearer token that is not a valid field value is an error, and nothing is sent",
        arguments: ["SECRET\r\nX: y", "a\u{0}"])
    func invalidToken(token: String) async throws {
        let transport = MockTransport(responding: .json("{}"))
        let credential = BearerCredential(
            token: Secret(Self.canary.planted(in: token)), refreshToken: nil, expiresAt: nil)
        let credentialProvider = try CredentialProvider.fixture(
            credential: credential, refresher: MockCredentialRefresher())
        let client = try Client.fixture(transport: transport, interceptors: [AuthenticationInterceptor()])
        await expectError(
            .invalidRequest(reason: "The credential has a character that is not allowed in a header field.")
        ) {
            try await client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider)).send(
                .item)
        }
        #expect(transport.requests.isEmpty)
    }
}
