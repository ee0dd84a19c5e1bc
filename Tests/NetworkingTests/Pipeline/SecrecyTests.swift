import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import NetworkingTestSupport
import Primitives
import Testing

@testable import Networking

@Suite("Credential redaction", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct SecrecyTests {
    private static func access(_ name: String) -> Canary { Canary("access-\(name)") }

    private static func credential(_ name: String) -> BearerCredential {
        BearerCredential(
            token: access(name).secret, refreshToken: Canary("refresh-\(name)").secret,
            expiresAt: Date(timeIntervalSince1970: 1_767_229_200))
    }

    /// Every way in which Swift converts a value to text.
    private func texts(_ value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(describing: value), String(reflecting: value), dumped]
    }

    private func expectNoSecret(_ value: Any, sourceLocation: SourceLocation = #_sourceLocation) {
        for text in texts(value) {
            #expect(!text.contains("canary"), sourceLocation: sourceLocation)
        }
    }

    private static func probe(_ seen: Recorder<Call>) -> MockInterceptor {
        MockInterceptor { call, next throws(NetworkError) in
            seen.add(call)
            return try await next(call)
        }
    }

    private struct Harness {
        let storage = InMemoryCredentialStorage(SecrecyTests.credential("1"))
        let monitor = MockEventMonitor()
        let seen = Recorder<Call>()
        let credentialProvider: CredentialProvider
        let client: Client
        let session: Session<TestMember>

        init(_ response: Result<BearerCredential, NetworkError>, server: any Transport) throws {
            credentialProvider = try .fixture(
                credential: SecrecyTests.credential("1"), storage: storage,
                refresher: OpenRefresher(base: MockCredentialRefresher([response])))
            let probe = SecrecyTests.probe(seen)
            client = try .fixture(
                transport: server, interceptors: [probe, AuthenticationInterceptor(), probe], monitor: monitor)
            session = client.member(of: credentialProvider)
        }
    }

    /// An app's refresher or storage may hold a plain string, and need not use ``Secret``.
    private struct OpenRefresher: CredentialRefreshing {
        let password = Canary("password").text
        let base: MockCredentialRefresher

        func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
            try await base.refresh(credential)
        }
    }

    @Test("values that contain a credential don't reveal it, nor does a call to an interceptor's log, signed or not")
    func call() async throws {
        let refresher = OpenRefresher(base: MockCredentialRefresher())
        #expect(texts(refresher).contains { $0.contains("canary") }, "the control: the search finds it")
        let harness = try Harness(.success(Self.credential("2")), server: TokenServer(accepting: Self.access("2").text))
        _ = try await harness.session.send(.item)
        let values: [Any] = [
            Self.credential("1"), harness.credentialProvider, harness.client, harness.session, harness.monitor.events,
            CredentialHandle<TestMember>(credentialProvider: harness.credentialProvider),
        ]
        for value in values { expectNoSecret(value) }
        let tokens = harness.seen.all.map { $0.request.headerFields[.authorization] }
        let isSeen = tokens == [nil] + ["1", "2"].map { "Bearer \(Self.access($0).text)" }
        #expect(isSeen, "the probe sees the call before and after signing")
        for call in harness.seen.all {
            expectNoSecret(call)
            expectNoSecret(call.context)
            #expect("\(call)".contains("GET https://api.example.com/item"))
        }
    }

    @Test(
        "neither the errors nor the events of a refresh reveal a credential",
        arguments: [
            .failure(.fixture(.loggedOut)), .failure(.fixture(.transport(.connectionLost))),
            .success(SecrecyTests.credential("2")),
        ] as [Result<BearerCredential, NetworkError>])
    func errors(response: Result<BearerCredential, NetworkError>) async throws {
        let harness = try Harness(response, server: TokenServer(accepting: nil))
        let error = await #expect(throws: NetworkError.self) { try await harness.session.send(.item) }
        for value in [error, error?.cause, error?.metadata, error?.userMessage] as [Any?] {
            expectNoSecret(try #require(value))
        }
        expectNoSecret(harness.monitor.events)
    }

    @Test("secrets in default and custom header fields are not revealed")
    func ownHeaders() async throws {
        let environment = try APIEnvironment.fixture(defaultHeaders: [HeaderField("X-Api-Key", Canary("key").text)])
        let endpoint = Endpoint<TestGuest, Item>(
            .get, "/item", headers: [HeaderField("Cookie", Canary("cookie").text)], response: .json)
        let (monitor, seen) = (MockEventMonitor(), Recorder<Call>())
        let client = try Client.fixture(
            transport: FakeTransport { _ in .empty(.internalServerError) }, interceptors: [Self.probe(seen)],
            environment: environment, monitor: monitor)
        let error = await #expect(throws: NetworkError.self) {
            try await client.session(for: TestGuest.self).send(endpoint)
        }
        expectNoSecret(try #require(error))
        for call in seen.all { expectNoSecret(call) }
        expectNoSecret(monitor.events)
    }
}

@Suite("Query values in logs, traces and errors")
struct PublicQueryTests {
    /// Sends one GET with a query and returns all text about it: events, the error, the cURL command.
    private func texts(
        showing names: PublicQueryNames, location: String? = nil
    ) async throws -> [String] {
        let (monitor, lines) = (MockEventMonitor(), LineRecorder())
        let server = FakeTransport { request in
            guard let location, request.head.path?.hasPrefix("/items") == true else { return .empty(.notFound) }
            return .empty(.found, fields: [.location: location])
        }
        let client = try Client.fixture(
            transport: server, interceptors: [RedirectInterceptor(), CURLInterceptor(report: lines.add)],
            monitor: monitor, publicQueryNames: names)
        let endpoint = Endpoint<TestGuest, Item>(
            .get, "/items",
            query: [QueryItem("page", "2"), QueryItem("page[size]", "50"), QueryItem("q", "canary-search")],
            response: .json)
        let error = await #expect(throws: NetworkError.self) {
            try await client.session(for: TestGuest.self).send(endpoint)
        }
        return monitor.events.map(\.kind.message) + lines.all + [error?.metadata.url ?? "", "\(error as Any)"]
    }

    /// The text with the variables of a cURL command as redacted values.
    private static func withoutVariables(_ text: String) -> String {
        text.replacing(/'"\$\{QUERY_[A-Z0-9_]+\?\}"'?/, with: "‹redacted›")
    }

    @Test(
        "query values are shown for the names that the client marks as public, and for no others",
        arguments: [
            ([], "?page=‹redacted›&page%5Bsize%5D=‹redacted›&q=‹redacted›"),
            (["page", "page[size]"], "?page=2&page%5Bsize%5D=50&q=‹redacted›"),
        ] as [(PublicQueryNames, String)])
    func shown(names: PublicQueryNames, query: String) async throws {
        let texts = try await texts(showing: names).filter { $0.contains("?") }.map(Self.withoutVariables)
        #expect(texts.count >= 4, "started, cURL command, error and its URL")
        for text in texts { #expect(text.contains(query), "\(text)") }
    }

    @Test(
        "a developer may show all values except those whose name suggests a secret",
        arguments: [
            ("page", true), ("q", true), ("cursor", true), ("keyword", true), ("sort_key_order", true),
            ("access_token", false), ("X-Amz-Signature", false), ("sig", false), ("api-key", false), ("KEY", false),
            ("app_key", false), ("auth_key", false), ("consumer_key", false), ("passphrase", false),
            ("passcode", false),
            ("client_secret", false), ("code", false), ("sessionid", false), ("password", false),
        ])
    func allExceptSecrets(name: String, isShown: Bool) {
        let names = PublicQueryNames.allExceptSecrets
        #expect(names.contains(name) == isShown)
        #expect(!names.except(name).contains(name))
        #expect(!names.except(name).union([name]).contains(name))
        #expect(PublicQueryNames([name]).contains(name), "a name that the app marks itself")
    }

    @Test("query values stay redacted on a redirect to another origin, where the same name may have another meaning")
    func otherOrigin() async throws {
        let texts = try await texts(showing: ["page"], location: "https://login.example.net/start?page=canary-state")
        #expect(texts.contains { $0.contains("login.example.net/start?page=‹redacted›") })
        #expect(!texts.contains { $0.contains("canary") })
        let home = try await self.texts(showing: ["page"], location: "/other?page=3")
        #expect(home.contains { $0.contains("api.example.com/other?page=3") })
    }
}
