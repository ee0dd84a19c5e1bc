import ContractSuites
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

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
        do throws(NetworkError) {
            _ = try await harness.session.send(.item)
            Issue.record("the server accepts nothing")
        } catch {
            expectNoSecret(error)
            expectNoSecret(error.cause)
            expectNoSecret(error.metadata)
            expectNoSecret(error.userMessage)
        }
        expectNoSecret(harness.monitor.events)
        expectNoSecret(harness.session)
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
        do throws(NetworkError) {
            _ = try await client.session(for: TestGuest.self).send(endpoint)
        } catch {
            expectNoSecret(error)
        }
        for call in seen.all { expectNoSecret(call) }
        expectNoSecret(monitor.events)
    }
}
