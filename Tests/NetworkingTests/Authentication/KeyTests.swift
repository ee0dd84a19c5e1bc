import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@Suite("API keys and basic authentication", .failsOnUnexpectedCalls)
struct KeyTests {
    fileprivate static let canary = Canary("key")
    private static let key = canary.secret

    private static func origin() throws -> Origin { try APIEnvironment.fixture().origin }

    /// Sends one member's call to `path` through `interceptor`, after `change`.
    fileprivate static func send(
        to path: String = "/item", through interceptor: any Interceptor,
        over transport: MockTransport = MockTransport(responding: .json(#"{"name":"pen"}"#)),
        monitor: MockEventMonitor = MockEventMonitor(),
        changing change: @escaping @Sendable (inout Call) -> Void = { _ in }
    ) async throws -> (request: HTTPRequest?, error: NetworkError?) {
        let outer = MockInterceptor.changing { call in
            call.request.path = path
            change(&call)
        }
        let credential = BearerCredential(token: key, refreshToken: nil, expiresAt: nil)
        let session = try Session.member(
            of: .fixture(credential: credential, refresher: MockCredentialRefresher()), over: transport,
            through: [outer, interceptor], monitor: monitor)
        do throws(NetworkError) {
            _ = try await session.send(.item)
            return (transport.requests.first, nil)
        } catch {
            return (transport.requests.first, error)
        }
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
        let interceptor = try APIKeyInterceptor(Secret("a&b=c#+"), in: .query("api key"), for: Self.origin())
        #expect(try await Self.send(to: path, through: interceptor).request?.path == signed)
    }

    /// `elsewhere` is the path that an inner interceptor sends to: its query may contain the key.
    @Test(
        "an API key in the query is not part of the response's target, whatever the caller's query",
        arguments: [
            ("/item", nil, "/item"), ("/item?x=1", nil, "/item?x=1"), ("/item?", nil, "/item?"),
            ("/item?x&&y&", nil, "/item?x&&y&"), ("/item?key=SECRET", nil, "/item"),
            ("/item?x=1&key=SECRET&y", nil, "/item?x=1&y"), ("/item", "/other?key=SECRET", nil),
            ("/item", "/other", nil),
        ] as [(String, String?, String?)])
    func target(path: String, elsewhere: String?, expected: String?) async throws {
        let interceptor = try APIKeyInterceptor(Self.key, in: .query("key"), for: Self.origin())
        let inner = MockInterceptor.changing { call in
            if let elsewhere { call.request.path = Self.canary.planted(in: elsewhere) }
        }
        let transport = MockTransport(responding: .json("{}"))
        var call = try Call.fixture()
        call.request.path = Self.canary.planted(in: path)
        let response = try await Pipeline(interceptors: [interceptor, inner], transport: transport).send(call)
        let isSigned = transport.requests.first?.path?.hasSuffix("key=\(Self.canary.text)") == true
        #expect(isSigned || elsewhere != nil)
        #expect(
            response.target
                == expected.map { RequestTarget(scheme: "https", authority: "api.example.com", path: $0) })
    }

    @Test("an API key or a password is one header field, with the example of RFC 7617 section 2.1 in UTF-8")
    func fields() async throws {
        let key = try APIKeyInterceptor(Secret("k-1"), in: .header("X-Api-Key"), for: Self.origin())
        let name = try #require(HTTPField.Name("X-Api-Key"))
        #expect(try await Self.send(through: key).request?.headerFields[name] == "k-1")
        let interceptor = try BasicAuthenticationInterceptor(user: "test", password: Secret("123£"), for: Self.origin())
        #expect(
            try await Self.send(through: interceptor).request?.headerFields[.authorization] == "Basic dGVzdDoxMjPCow==")
    }

    fileprivate static func interceptors() throws -> [any Interceptor] {
        [
            try APIKeyInterceptor(key, in: .header("X-Api-Key"), for: origin()),
            try APIKeyInterceptor(key, in: .query("key"), for: origin()),
            try BasicAuthenticationInterceptor(user: "ada", password: key, for: origin()),
        ]
    }

    @Test("keys and passwords appear in no event, error or printed call")
    func secrecy() async throws {
        for interceptor in try Self.interceptors() {
            let monitor = MockEventMonitor()
            let (request, error) = try await Self.send(
                through: interceptor, over: MockTransport(responding: .json("{}", status: .unauthorized)),
                monitor: monitor)
            var texts = [String(reflecting: error), "\(String(describing: error))", "\(monitor.events)"]
            texts += [error?.userMessage ?? "", String(reflecting: interceptor)]
            dump(interceptor, to: &texts[0])
            for text in texts { #expect(!text.contains("canary") && !Self.canary.isFound(in: text)) }
            #expect(request != nil && error?.status == 401)
        }
    }

    @Test("a query without names consists of values only, and is printed redacted")
    func namelessQuery() async throws {
        let interceptor = try APIKeyInterceptor(Self.key, in: .query("key"), for: Self.origin())
        let (_, error) = try await Self.send(
            to: "/item?\(Self.canary.text)", through: interceptor, over: MockTransport(failing: .connectionLost))
        #expect(error?.metadata.url == "https://api.example.com/item?‹redacted›&key=‹redacted›")
    }

    @Test(
        "a key that can't be sent unchanged is rejected when the interceptor is created, without being repeated",
        arguments: [
            ("", APIKeyInterceptor.Place.header("X-Key")), ("SECRET\r\nX: y", .header("X-Key")),
            ("SECRET", .header("X Key")), ("SECRET", .header("")), ("SECRET", .query("")),
        ])
    func invalidKey(key: String, place: APIKeyInterceptor.Place) throws {
        let error = #expect(throws: InvalidCredential.self) {
            try APIKeyInterceptor(Secret(Self.canary.planted(in: key)), in: place, for: Self.origin())
        }
        #expect(error?.reason.contains("canary") == false)
    }

    @Test(
        "a user name with a colon or control characters is rejected",
        arguments: [("a:b", "p"), ("a\n", "p"), ("a", "p\u{7F}"), ("a\u{0}", "p"), ("a", "\u{85}")])
    func invalidBasic(user: String, password: String) {
        #expect(throws: InvalidCredential.self) {
            try BasicAuthenticationInterceptor(user: user, password: Secret(password), for: Self.origin())
        }
    }

    @Test(
        "a bearer token that is not a valid field value is an error, and nothing is sent",
        arguments: ["SECRET\r\nX: y", "a\u{0}"])
    func invalidToken(token: String) async throws {
        let transport = MockTransport(responding: .json("{}"))
        let credential = BearerCredential(
            token: Secret(Self.canary.planted(in: token)), refreshToken: nil, expiresAt: nil)
        let session = try Session.member(
            of: .fixture(credential: credential, refresher: MockCredentialRefresher()), over: transport)
        await expectError(
            .invalidRequest(reason: "The credential has a character that is not allowed in a header field.")
        ) { try await session.send(.item) }
        #expect(transport.requests.isEmpty)
    }
}

@Suite("Credential origins", .failsOnUnexpectedCalls)
struct OriginTests {
    @Test(
        "a credential is not sent to another origin, and to its own in any spelling",
        arguments: [
            ("http://api.example.com", false), ("https://api.example.com:8443", false), ("https://example.com", false),
            ("https://api.example.com.evil.net", false), ("https://evil.net/api.example.com", false),
            ("https://API.example.com", true), ("https://api.example.com:443", true),
            ("https://api.example.com/v2/", true),
        ])
    func origins(baseURL: String, isOwn: Bool) async throws {
        let transport = MockTransport(responding: .json(#"{"name":"pen"}"#))
        let session = try Client.fixture(
            transport: transport, interceptors: [AuthenticationInterceptor()], environment: .fixture(baseURL: baseURL)
        ).member(of: .fixture(storage: MockCredentialStorage(), refresher: MockCredentialRefresher()))
        if isOwn {
            _ = try await session.send(.item)
        } else {
            await expectError(.foreignOrigin) { try await session.send(.item) }
        }
        #expect(transport.requests.map { $0.headerFields[.authorization] } == (isOwn ? ["Bearer access-1"] : []))
    }

    @Test(
        "a call that an interceptor sends to another origin is not sent, unless its credential is withheld",
        arguments: [
            ("https", "evil.net"), ("http", "api.example.com"), ("https", "api.example.com:8443"),
            ("https", "api.example.com@evil.net"),
        ], [false, true])
    func rewritten(target: (scheme: String, authority: String), isWithheld: Bool) async throws {
        for interceptor in try KeyTests.interceptors() + [AuthenticationInterceptor()] {
            let (request, error) = try await KeyTests.send(through: interceptor) { call in
                (call.request.scheme, call.request.authority) = (target.scheme, target.authority)
                if isWithheld { call.signing = .withheld }
            }
            #expect(error?.cause == (isWithheld ? nil : .foreignOrigin))
            #expect((request != nil) == isWithheld)
            #expect(!KeyTests.canary.isFound(in: "\(request?.headerFields as Any) \(request?.path ?? "")"))
            #expect(request?.headerFields[.authorization] == nil)
        }
    }
}

@Suite("A session with a fixed credential")
struct FixedCredentialTests {
    @Test("it signs its calls with the token, even an expired one, and ends at the first refusal without a refresh")
    func signsAndEnds() async throws {
        let transport = MockTransport(.json(#"{"name": "pen"}"#), .empty(.unauthorized))
        let client = try Client.fixture(transport: transport, interceptors: [AuthenticationInterceptor()])
        let session = client.session(
            for: TestMember.self,
            signedBy: BearerCredential(token: Secret("a-1"), refreshToken: Secret("r-1"), expiresAt: .distantPast))
        #expect(try await session.send(.item) == Item(name: "pen"))
        for _ in 1...2 {
            let error = await #expect(throws: NetworkError.self) { try await session.send(.item) }
            #expect(error?.cause == .loggedOut)
        }
        #expect(transport.calls.map { $0.request.headerFields[.authorization] } == ["Bearer a-1", "Bearer a-1"])
    }
}
